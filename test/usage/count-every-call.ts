import fc from 'fast-check';
import { outcomes } from '../../src/records/outcome.ts';
import type { RequestRecord } from '../../src/records/record-schema.ts';
import { newRequestId } from '../../src/records/request-id.ts';
import { bucketLatency, latencyBucket } from '../../src/usage/latency-histogram.ts';
import { networkChains } from '../support/settings.ts';
import { noon, recordOf } from './record.ts';

const call = fc.record({
  method: fc.constantFrom('getHealth', 'getSlot', 'made-up', 'other', undefined),
  outcome: fc.constantFrom(...outcomes),
  count: fc.constantFrom(1, 1, 2, 40),
});

/** Without the undefined values. */
const stored = (record: RequestRecord): RequestRecord => JSON.parse(JSON.stringify(record));

/** Random histories, newest first: often in the same millisecond, with equal durations and sizes. */
export const histories = fc
  .array(
    fc.record({
      at: fc.constantFrom(0, 1, 2, 3_600_000, 43_200_000).map((before) => noon - before),
      network: fc.constantFrom('mainnet', 'devnet'),
      durationMs: fc.oneof(fc.nat(3), fc.nat(60), fc.nat(25_000)),
      requestBytes: fc.nat(3),
      responseBytes: fc.oneof(fc.nat(3), fc.nat(6_000_000)),
      calls: fc.array(call, { minLength: 1, maxLength: 3 }),
      count: fc.option(fc.constant(3), { nil: undefined, freq: 5 }),
    }),
    // Longer than a list of the slowest.
    { maxLength: 40, size: 'max' },
  )
  .map((made) =>
    made
      .map((changes) => stored(recordOf({ ...changes, requestId: newRequestId(changes.at) })))
      .toSorted((one, other) => (one.requestId < other.requestId ? 1 : -1)),
  );

/** What an analysis of records must say: every call counted alone, every list sorted as a whole. */
export function countEveryCall(records: readonly RequestRecord[], only?: string) {
  const calls = records.flatMap(({ network, calls: groups, durationMs }) => {
    const all = groups.flatMap((group) => Array.from({ length: group.count }, () => group));
    return all
      .filter(({ method }) => [undefined, method, networkChains.tallyName(network, method)].includes(only))
      .map(({ method, outcome }) => ({
        method: networkChains.tallyName(network, method),
        outcome,
        durationMs,
        isBatch: all.length > 1,
      }));
  });
  const methods = [...new Set(calls.map(({ method }) => method))].toSorted();
  return {
    requests: records.reduce((sum, { count }) => sum + (count ?? 1), 0),
    methods: methods.map((method) => {
      const own = calls.filter((one) => one.method === method);
      const answered = own.filter(({ outcome }) => outcome === 'ok' || outcome === 'rpc_error');
      return {
        method,
        calls: own.length,
        errors: own.filter(({ outcome }) => outcome !== 'ok').length,
        answered: answered.length,
        inBatches: answered.filter(({ isBatch }) => isBatch).length,
        latency: latencyOf(answered.map(({ durationMs }) => durationMs)),
      };
    }),
    slowest: topTen(records, ({ durationMs }) => durationMs),
    largest: topTen(records, ({ requestBytes, responseBytes }) => requestBytes + responseBytes),
  };
}

/** Nearest rank among all values, and rounded as in the usage. */
function latencyOf(durations: readonly number[]) {
  if (durations.length === 0) return null;
  const sorted = durations.toSorted((one, other) => one - other);
  const at = (percent: number) =>
    bucketLatency(latencyBucket(sorted.find((_, index) => (index + 1) * 100 >= percent * sorted.length) ?? 0));
  return { p50: at(50), p95: at(95), p99: at(99) };
}

const topTen = (records: readonly RequestRecord[], figure: (record: RequestRecord) => number): string[] =>
  records
    .filter(({ count }) => count === undefined)
    .toSorted((one, other) => figure(other) - figure(one) || (one.requestId < other.requestId ? 1 : -1))
    .slice(0, 10)
    .map(({ requestId }) => requestId);

export const idsOf = (requests: readonly { readonly requestId: string }[] = []): string[] =>
  requests.map(({ requestId }) => requestId);
