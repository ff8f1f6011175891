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
  const lost = discarded.map(({ records, condition }) => [condition, numbersOf(records).join()]);
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

describe('a batch', () => {
  test('that succeeds is invoked once', async () => {
    const { done, invocations, lost } = await deliver({}, recordsOf(1, 2, 3), () => {});
    expect([done, invocations, lost]).toEqual([true, ['1,2,3'], []]);
  });

  test('that fails is retried whole until it succeeds, with growing delays', async () => {
    let tries = 0;
    const { invocations, delays } = await deliver({}, recordsOf(1, 2), () => {
      tries += 1;
      if (tries < 5) throw new Error('not yet');
    });
    expect(invocations).toEqual(Array(5).fill('1,2'));
    expect(delays).toEqual([100, 200, 400, 800]);
  });

  test('is discarded after MaximumRetryAttempts', async () => {
    const { done, invocations, discarded } = await deliver({ maximumRetries: 2 }, recordsOf(1, 2), failOn('2'));
    expect(invocations).toEqual(['1,2', '1,2', '1,2']);
    expect(discarded).toMatchObject([
      { shardId: 'shard-1', condition: 'RetryAttemptsExhausted', invocations: 3, last: { functionError: 'Unhandled' } },
    ]);
    expect(done).toBe(true);
  });

  test('without retries is discarded after the first failure', async () => {
    const { invocations, lost } = await deliver({ maximumRetries: 0 }, recordsOf(1), failOn('1'));
    expect([invocations, lost]).toEqual([['1'], [['RetryAttemptsExhausted', '1']]]);
  });

  test('counts as a success whatever it answers, unless failures of items are reported', async () => {
    const { invocations } = await deliver({}, recordsOf(1), report('1'));
    expect(invocations).toEqual(['1']);
  });

  test('of a stopped mapping is left alone', async () => {
    const { done, invocations, lost } = await deliver({}, recordsOf(1), failOn('1'), 2);
    expect([done, invocations, lost]).toEqual([false, ['1', '1'], []]);
  });
});

describe('bisect', () => {
  test('isolates a bad record and delivers all others, in order; splits cost no retries', async () => {
    const changes = { bisects: true, maximumRetries: 1 };
    const { invocations, lost } = await deliver(changes, recordsOf(1, 2, 3, 4, 5), failOn('3'));
    expect(invocations).toEqual(['1,2,3,4,5', '1,2,3', '1,2', '3', '3', '4,5']);
    expect(lost).toEqual([['RetryAttemptsExhausted', '3']]);
  });

  test('isolates several', async () => {
    const changes = { bisects: true, maximumRetries: 0 };
    const { invocations, lost } = await deliver(changes, recordsOf(1, 2, 3, 4), failOn('1', '4'));
    expect(invocations).toEqual(['1,2,3,4', '1,2', '1', '2', '3,4', '3', '4']);
    expect(lost.map(([, numbers]) => numbers)).toEqual(['1', '4']);
  });
});

describe('ReportBatchItemFailures', () => {
  const reports = { reportsItemFailures: true };

  test('retries everything from the lowest returned sequence number on', async () => {
    let tries = 0;
    const { invocations } = await deliver(reports, recordsOf(1, 2, 3, 4), (numbers) => {
      tries += 1;
      return tries === 1 ? report('3', '2')(numbers) : undefined;
    });
    expect(invocations).toEqual(['1,2,3,4', '2,3,4']);
  });

  test('discards the rest of the batch when the retries are used up', async () => {
    const { invocations, discarded, lost } = await deliver(
      { ...reports, maximumRetries: 2 },
      recordsOf(1, 2, 3),
      report('2'),
    );
    expect(invocations).toEqual(['1,2,3', '2,3', '2,3']);
    expect(lost).toEqual([['RetryAttemptsExhausted', '2,3']]);
    expect(discarded[0]).toMatchObject({ invocations: 3 });
    expect(discarded[0]?.last).not.toHaveProperty('functionError');
  });

  test('with bisect splits at the returned record, which costs no retry', async () => {
    const changes = { ...reports, bisects: true, maximumRetries: 0 };
    let tries = 0;
    const { invocations, lost } = await deliver(changes, recordsOf(1, 2, 3), (numbers) => {
      tries += 1;
      return tries === 1 ? report('2')(numbers) : undefined;
    });
    expect([invocations, lost]).toEqual([['1,2,3', '2,3'], []]);
  });

  test('with bisect ends with the failing record alone', async () => {
    const changes = { ...reports, bisects: true, maximumRetries: 0 };
    const { invocations, lost } = await deliver(changes, recordsOf(1, 2, 3, 4), report('2'));
    expect(invocations).toEqual(['1,2,3,4', '2,3,4', '2,3', '2', '3', '4']);
    expect(lost).toEqual([['RetryAttemptsExhausted', '2']]);
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
    expect([invocations, lost]).toEqual([['2'], [['RecordAgeExceeded', '1']]]);
    expect(discarded[0]).toMatchObject({ invocations: 0, last: undefined });
  });

  test('invokes nothing where all are too old', async () => {
    const { done, invocations } = await deliver({ maximumAge: 60_000 }, [old], () => {});
    expect([done, invocations]).toEqual([true, []]);
  });
});
