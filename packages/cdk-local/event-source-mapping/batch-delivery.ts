import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import { type InvocationOutcome, maximumEventBytes } from '../functions/invocation.ts';
import type { Clock } from '../time.ts';
import type { Discard, LastInvocation } from './failure-destination.ts';
import type { MappingSettings } from './mapping-settings.ts';
import type { StreamRecord } from './stream-record.ts';

export type BatchDeliveryOptions = {
  readonly mapping: MappingSettings;
  readonly invoke: (event: string, requestId: string) => Promise<InvocationOutcome>;
  readonly discard: Discard;
  readonly clock: Clock;
  /** Waits before a retry; resolves early if the mapping stops. */
  readonly delay: (milliseconds: number) => Promise<void>;
  readonly isStopped: () => boolean;
};

/** Delivers a batch of one shard with retries. Returns false if the mapping stopped before the batch was done. */
export type DeliverBatch = (shardId: string, records: readonly StreamRecord[]) => Promise<boolean>;

/** Records that are delivered together, and how often they failed alone. */
type Attempt = { readonly records: readonly StreamRecord[]; readonly retries: number; readonly last?: LastInvocation };

/** The result of an attempt: `from` is the index of the first record to retry. */
type Result = { readonly last: LastInvocation; readonly from: number | undefined };

/**
 * Delivers batches by a mapping's settings (AWS Lambda Developer Guide, "Retain discarded records for a DynamoDB event
 * source"). Records that are too old are discarded. Failed records are retried in order: from the first failure that the
 * function reports, or in halves.
 */
export function createBatchDelivery(options: BatchDeliveryOptions): DeliverBatch {
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
      attempts = [...followUp({ ...attempt, records: live }, result), ...attempts];
      if (failures > 0) await delay(backoff(failures));
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
      await discard({ shardId, records: expired, invocations: retries, last });
    }
    return records.filter(isLive);
  }
}

async function invokeWith(records: readonly StreamRecord[], { invoke }: BatchDeliveryOptions): Promise<Result> {
  const requestId = randomUUID();
  const outcome = await invoke(JSON.stringify({ Records: records }), requestId);
  if (!outcome.ok) return { last: { requestId, functionError: 'Unhandled' }, from: 0 };
  const numbers = records.map(({ dynamodb }) => dynamodb.SequenceNumber);
  return { last: { requestId }, from: firstFailure(outcome.payload, numbers) };
}

function followUp({ records, retries }: Attempt, { from, last }: Result): Attempt[] {
  if (from === undefined) return [];
  if (from > 0) return [{ records: records.slice(from), retries, last }];
  if (records.length === 1) return [{ records, retries: retries + 1, last }];
  const middle = Math.ceil(records.length / 2);
  return [records.slice(0, middle), records.slice(middle)].map((half) => ({ records: half, retries, last }));
}

// AWS does not document its backoff. At most 10 s keeps a local run moving.
const backoff = (failures: number): number => Math.min(100 * 2 ** (failures - 1), 10_000);

/** A generous size for the parts of an event around its records. */
const envelopeBytes = 100;

/**
 * Returns how many of the first records fit into one event: at most `batchSize`, at most 6 MB of JSON (AWS Lambda
 * Developer Guide, "Batching behavior"), and at least one.
 */
export function batchLength(records: readonly StreamRecord[], batchSize: number): number {
  let bytes = envelopeBytes;
  const most = Math.min(batchSize, records.length);
  for (const [index, record] of records.slice(0, most).entries()) {
    bytes += Buffer.byteLength(JSON.stringify(record)) + 1;
    if (bytes > maximumEventBytes) return Math.max(1, index);
  }
  return most;
}

const response = v.nullable(v.object({ batchItemFailures: v.optional(v.nullable(v.array(v.unknown()))) }));
const failure = v.object({ itemIdentifier: v.string() });

/**
 * Returns the index from which a batch must be retried, by the function's `batchItemFailures`: the index of the lowest
 * sequence number in it, 0 for the whole batch, undefined for success (AWS Lambda Developer Guide, "Configuring partial
 * batch response with DynamoDB"; an empty or unknown identifier fails the whole batch).
 */
export function firstFailure(payload: string, sequenceNumbers: readonly string[]): number | undefined {
  const json: unknown = JSON.parse(payload);
  if (json === '' || (Array.isArray(json) && json.length === 0)) return undefined;
  const parsed = v.safeParse(response, json);
  if (!parsed.success || Array.isArray(json)) return 0;
  const places = (parsed.output?.batchItemFailures ?? []).map((item) =>
    v.is(failure, item) ? sequenceNumbers.indexOf(item.itemIdentifier) : -1,
  );
  if (places.length === 0) return undefined;
  return places.includes(-1) ? 0 : Math.min(...places);
}
