import { describe, expect, test } from '@jest/globals';
import { failedOutcome, type InvocationOutcome } from '../../../packages/cdk-local/functions/invocation.ts';
import { type StreamFault, StreamFaults, streamFaults } from './stream-faults.ts';

const done: InvocationOutcome = { ok: true, payload: '{"batchItemFailures":[]}' };

/** Numbers that make every batch meet that fault, and every choice the first one. */
function drawing(fault: StreamFault): () => number {
  const draws = [0, streamFaults.indexOf(fault) / streamFaults.length];
  return () => draws.shift() ?? 0;
}

/** Records named by partition and place in it, like `a1`. */
const eventOf = (...names: string[]): string =>
  JSON.stringify({
    Records: names.map((name) => ({ dynamodb: { SequenceNumber: name, Keys: { pk: { S: name[0] } } } })),
  });

const namesIn = (event: string): string[] =>
  JSON.parse(event).Records.map(({ dynamodb }: { dynamodb: { SequenceNumber: string } }) => dynamodb.SequenceNumber);

/** What a function gets of one batch that meets a fault, and of a next one that meets none. */
async function deliver(fault: StreamFault, outcome = done) {
  const got: string[][] = [];
  const invoke = async (event: string) => {
    got.push(namesIn(event));
    return outcome;
  };
  const stream = new StreamFaults(invoke, drawing(fault));
  stream.rate = 1;
  const first = await stream.deliver(eventOf('a1', 'b1', 'a2'));
  stream.rate = 0;
  const afterFirst = got.splice(0);
  await stream.deliver(eventOf('a3', 'b2'));
  return { first, afterFirst, afterSecond: got, injected: stream.injected[fault] };
}

describe('a batch of a stream', () => {
  const whole = ['a1', 'b1', 'a2'];

  test('duplicated is delivered twice', async () => {
    expect(await deliver('duplicated')).toMatchObject({ first: done, afterFirst: [whole, whole], injected: 1 });
  });

  test('repeated is followed by one that was delivered before', async () => {
    expect(await deliver('repeated')).toMatchObject({ first: done, afterFirst: [whole, whole], injected: 1 });
  });

  test('bisected is handled, and counts as failed', async () => {
    expect(await deliver('bisected')).toMatchObject({ first: { ok: false }, afterFirst: [whole], injected: 1 });
  });

  test('cut short is handled, and is delivered again from one of its records on', async () => {
    const { first, afterFirst } = await deliver('cut short');
    expect([first, afterFirst]).toEqual([
      { ok: true, payload: '{"batchItemFailures":[{"itemIdentifier":"a1"}]}' },
      [whole],
    ]);
  });

  test('reordered lacks one partition, which comes before the next batch in its own order', async () => {
    const { first, afterFirst, afterSecond } = await deliver('re-ordered');
    expect([first, afterFirst, afterSecond]).toEqual([
      done,
      [['b1']],
      [
        ['a1', 'a2'],
        ['a3', 'b2'],
      ],
    ]);
  });

  test.each([
    failedOutcome('Test', 'no'),
    { ok: true, payload: '{"batchItemFailures":[{"itemIdentifier":"b1"}]}' } as const,
  ])(
    're-ordered fails as a whole where the rest has failed or a part of it has, and nothing is held back: %j',
    async (outcome) => {
      const { first, afterSecond } = await deliver('re-ordered', outcome);
      expect([first.ok, afterSecond]).toEqual([false, [['a3', 'b2']]]);
    },
  );
});
