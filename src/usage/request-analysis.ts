import type { NetworkChains } from '../network-chains.ts';
import { hasMethod } from '../records/history.ts';
import type { CallCount, RequestRecord } from '../records/record-schema.ts';
import { bucketLatency, type Latency, latencyBucket, latencyOf } from './latency-histogram.ts';
import { addAmount, isAnswered } from './tally-counter.ts';

/** The length of each list of the slowest and the largest requests. */
export const topLength = 10;

type MethodAnalysis = {
  readonly calls: number;
  readonly errors: number;
  /** Answered calls that came in a batch: each counts with the time of the whole batch, as in the tallies. */
  readonly inBatches: number;
  readonly latency: Latency | null;
  /** The number of answered calls by latency in ms, so that analyses can be added up. */
  readonly latencies: Readonly<Record<string, number>>;
};

type RequestAnalysis = {
  /** HTTP requests, also those that share a record. */
  readonly requests: number;
  /** By tallied name (`tallyName` in src/network-chains.ts). */
  readonly byMethod: Readonly<Record<string, MethodAnalysis>>;
  /** The longest first; of equal ones the newest. Without records that combine several requests. */
  readonly slowest: readonly RequestRecord[];
  /** By the bytes of request and response together. */
  readonly largest: readonly RequestRecord[];
};

/** @param method limits `byMethod` to the calls of a method; the records must be those with such a call */
export function analyzeRequests(
  records: readonly RequestRecord[],
  method: string | undefined,
  chains: NetworkChains,
): RequestAnalysis {
  const single = records.filter(({ count = 1 }) => count === 1);
  return {
    requests: records.reduce((sum, { count = 1 }) => sum + count, 0),
    byMethod: analyzeMethods(records, method, chains),
    slowest: top(single, ({ durationMs }) => durationMs),
    largest: top(single, ({ requestBytes, responseBytes }) => requestBytes + responseBytes),
  };
}

const top = (records: readonly RequestRecord[], figure: (record: RequestRecord) => number): RequestRecord[] =>
  records
    .toSorted((one, other) => figure(other) - figure(one) || (one.requestId < other.requestId ? 1 : -1))
    .slice(0, topLength);

function analyzeMethods(records: readonly RequestRecord[], method: string | undefined, chains: NetworkChains) {
  const sums = new Map<string, MethodCalls>();
  for (const { network, durationMs, calls } of records) {
    const isBatch = calls.reduce((sum, { count }) => sum + count, 0) > 1;
    for (const call of calls) {
      if (method !== undefined && !hasMethod(call, network, method, chains)) continue;
      const name = chains.tallyName(network, call.method);
      const sum = sums.get(name) ?? new MethodCalls();
      sums.set(name, sum);
      sum.add(call, durationMs, isBatch);
    }
  }
  const byName = [...sums].toSorted(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(byName.map(([name, sum]) => [name, sum.analysis()]));
}

class MethodCalls {
  #calls = 0;
  #errors = 0;
  #inBatches = 0;
  readonly #latencies = new Map<number, number>();

  add({ outcome, count }: CallCount, durationMs: number, isBatch: boolean): void {
    this.#calls += count;
    if (outcome !== 'ok') this.#errors += count;
    if (!isAnswered(outcome)) return;
    if (isBatch) this.#inBatches += count;
    addAmount(this.#latencies, latencyBucket(durationMs), count);
  }

  analysis(): MethodAnalysis {
    const latencies = Object.fromEntries([...this.#latencies].map(([bucket, n]) => [bucketLatency(bucket), n]));
    return {
      calls: this.#calls,
      errors: this.#errors,
      inBatches: this.#inBatches,
      latency: latencyOf(this.#latencies),
      latencies,
    };
  }
}
