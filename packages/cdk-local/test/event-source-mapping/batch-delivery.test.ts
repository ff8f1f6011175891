import { describe, expect, test } from '@jest/globals';
import { createBatchDelivery } from '../../event-source-mapping/batch-delivery.ts';
import type { Discarded } from '../../event-source-mapping/failure-destination.ts';
import type { MappingSettings } from '../../event-source-mapping/mapping-settings.ts';
import type { StreamRecord } from '../../event-source-mapping/stream-record.ts';
import type { InvocationOutcome } from '../../functions/invocation.ts';
import { mappingOf, numbersOf, recordOf, recordsOf, writtenAt } from './test-streams.ts';

type Function = (numbers: string[]) => unknown;

/** Delivers records to a function and tells what it was invoked with, what was discarded, and the delays between. */
async function deliver(
  changes: Partial<MappingSettings>,
  records: readonly StreamRecord[],
  handler: Function,
  stopAfter = 1_000,
) {
  const invocations: string[] = [];
  const discarded: Discarded[] = [];
  const delays: number[] = [];
  const invoke = async (event: string): Promise<InvocationOutcome> => {
    const numbers = numbersOf(JSON.parse(event).Records);
    invocations.push(numbers.join());
    try {
      return { ok: true, payload: JSON.stringify((await handler(numbers)) ?? null) };
    } catch {
      return { ok: false, error: { errorType: 'Error', errorMessage: 'no', trace: [] } };
    }
  };
  const done = await createBatchDelivery({
    mapping: mappingOf(changes),
    invoke,
    discard: async (given) => void discarded.push(given),
    clock: () => writtenAt + 61_000,
    delay: async (milliseconds) => void delays.push(milliseconds),
    isStopped: () => invocations.length >= stopAfter,
  })('shard-1', records);
  const lost = discarded.map(({ records }) => numbersOf(records).join());
  return { done, invocations, lost, discarded, delays };
}

const failOn =
  (...bad: string[]): Function =>
  (numbers) => {
    if (numbers.some((number) => bad.includes(number))) throw new Error('bad');
  };
const report =
  (...bad: string[]): Function =>
  (numbers) => ({
    batchItemFailures: numbers.filter((number) => bad.includes(number)).map((itemIdentifier) => ({ itemIdentifier })),
  });

/** Only the first calls fail. */
const inFirst = (calls: number, handler: Function): Function => {
  let call = 0;
  return (numbers) => {
    call += 1;
    return call > calls ? undefined : handler(numbers);
  };
};

describe('a batch', () => {
  test('that succeeds is invoked once', async () => {
    const { done, invocations, lost } = await deliver({}, recordsOf(1, 2, 3), () => {});
    expect([done, invocations, lost]).toEqual([true, ['1,2,3'], []]);
  });

  test('of one record is retried until it succeeds, with growing delays', async () => {
    const { invocations, delays } = await deliver({}, recordsOf(1), inFirst(4, failOn('1')));
    expect(invocations).toEqual(Array(5).fill('1'));
    expect(delays).toEqual([100, 200, 400, 800]);
  });

  test('of a stopped mapping is left alone', async () => {
    const { done, invocations, lost } = await deliver({}, recordsOf(1), failOn('1'), 2);
    expect([done, invocations, lost]).toEqual([false, ['1', '1'], []]);
  });
});

test('a bad record is isolated, in halves, and all others are delivered, in order', async () => {
  const { invocations, lost } = await deliver({}, recordsOf(1, 2, 3, 4, 5), inFirst(5, failOn('3')));
  expect(invocations).toEqual(['1,2,3,4,5', '1,2,3', '1,2', '3', '3', '3', '4,5']);
  expect(lost).toEqual([]);
});

describe('reported failures', () => {
  test('are retried with everything from the lowest returned sequence number on', async () => {
    const { invocations } = await deliver({}, recordsOf(1, 2, 3, 4), inFirst(1, report('3', '2')));
    expect(invocations).toEqual(['1,2,3,4', '2,3,4']);
  });

  test('end with the failing record alone', async () => {
    const { invocations } = await deliver({}, recordsOf(1, 2, 3, 4), inFirst(4, report('2')));
    expect(invocations).toEqual(['1,2,3,4', '2,3,4', '2,3', '2', '2', '3', '4']);
  });
});

describe('MaximumRecordAgeInSeconds', () => {
  const old = recordOf(1);
  const young = {
    ...recordOf(2),
    dynamodb: { ...recordOf(2).dynamodb, ApproximateCreationDateTime: writtenAt / 1000 + 60 },
  };

  test('discards older records without invoking, and delivers the others', async () => {
    const { invocations, discarded, lost } = await deliver({ maximumAge: 60_000 }, [old, young], () => {});
    expect([invocations, lost]).toEqual([['2'], ['1']]);
    expect(discarded[0]).toMatchObject({ invocations: 0, last: undefined });
  });

  test('invokes nothing where all are too old', async () => {
    const { done, invocations } = await deliver({ maximumAge: 60_000 }, [old], () => {});
    expect([done, invocations]).toEqual([true, []]);
  });
});
