import { randomUUID } from 'node:crypto';
import type { Outcome } from '../functions/outcome.ts';
import type { Clock } from '../time.ts';
import type { Discard, LastInvocation } from './failure-destination.ts';
import { firstFailure } from './item-failures.ts';
import type { Mapping } from './properties.ts';
import type { StreamRecord } from './record.ts';

export type DeliveryOptions = {
  readonly mapping: Mapping;
  readonly invoke: (event: string, requestId: string) => Promise<Outcome>;
  readonly discard: Discard;
  readonly clock: Clock;
  /** Waits before a retry; resolves early when the mapping is stopped. */
  readonly delay: (milliseconds: number) => Promise<void>;
  readonly isStopped: () => boolean;
};

/** Hands a batch of one shard to the function until it is dealt with. Gives false when the mapping was stopped before. */
export type Deliver = (shardId: string, records: readonly StreamRecord[]) => Promise<boolean>;

/** Records to be tried together, and how often they were retried. */
type Attempt = { readonly records: readonly StreamRecord[]; readonly retries: number; readonly last?: LastInvocation };

/** How an attempt went: `from` is the place of the first record to retry. */
type Result = { readonly last: LastInvocation; readonly from: number | undefined; readonly isPartial: boolean };

/**
 * Delivers batches by a mapping's rules (AWS Lambda Developer Guide, "Retain discarded records for a DynamoDB event
 * source"): what is too old is discarded; what fails is retried in order, from the first failed record on where the
 * function names it, in halves where the mapping bisects; what has used up its retries is discarded. A split costs no
 * retry.
 */
export function createDeliver(options: DeliveryOptions): Deliver {
  const { mapping, discard, clock, delay, isStopped } = options;

  return async (shardId, records) => {
    let attempts: Attempt[] = [{ records, retries: 0 }];
    let failures = 0;
    for (let attempt = attempts.shift(); attempt; attempt = attempts.shift()) {
      const live = await withoutExpired(shardId, attempt);
      if (live.length === 0) continue;
      if (isStopped()) return false;
      const result = await invokeWith(live, options);
      if (isStopped() && result.from !== undefined) return false;
      failures = result.from === undefined ? 0 : failures + 1;
      const next = followUp({ ...attempt, records: live }, result, mapping);
      for (const { records, last } of next.filter(isExhausted)) {
        await discard({
          shardId,
          records,
          condition: 'RetryAttemptsExhausted',
          invocations: attempt.retries + 1,
          last,
        });
      }
      attempts = [...next.filter((one) => !isExhausted(one)), ...attempts];
      if (failures > 0 && attempts.length > 0) await delay(backoff(failures));
    }
    return true;
  };

  async function withoutExpired(
    shardId: string,
    { records, retries, last }: Attempt,
  ): Promise<readonly StreamRecord[]> {
    const oldest = clock() - mapping.maximumAge;
    const isLive = ({ dynamodb }: StreamRecord) => dynamodb.ApproximateCreationDateTime * 1000 >= oldest;
    const expired = records.filter((record) => !isLive(record));
    if (expired.length > 0) {
      await discard({ shardId, records: expired, condition: 'RecordAgeExceeded', invocations: retries, last });
    }
    return records.filter(isLive);
  }

  function isExhausted({ retries }: Attempt): boolean {
    return retries > mapping.maximumRetries;
  }
}

async function invokeWith(records: readonly StreamRecord[], { invoke, mapping }: DeliveryOptions): Promise<Result> {
  const requestId = randomUUID();
  const outcome = await invoke(JSON.stringify({ Records: records }), requestId);
  if (!outcome.ok) return { last: { requestId, functionError: 'Unhandled' }, from: 0, isPartial: false };
  const numbers = records.map(({ dynamodb }) => dynamodb.SequenceNumber);
  const from = mapping.reportsItemFailures ? firstFailure(outcome.payload, numbers) : undefined;
  return { last: { requestId }, from, isPartial: from !== undefined && from > 0 };
}

function followUp({ records, retries }: Attempt, { from, last, isPartial }: Result, { bisects }: Mapping): Attempt[] {
  if (from === undefined) return [];
  if (isPartial) return [{ records: records.slice(from), retries: bisects ? retries : retries + 1, last }];
  if (!bisects || records.length === 1) return [{ records, retries: retries + 1, last }];
  const middle = Math.ceil(records.length / 2);
  return [records.slice(0, middle), records.slice(middle)].map((half) => ({ records: half, retries, last }));
}

// AWS does not say how it backs off; ten seconds at most keeps a local run moving.
const backoff = (failures: number): number => Math.min(100 * 2 ** (failures - 1), 10_000);
