// Buckets as in HDR histograms: every power of two is divided into equal parts, so that the relative error has one
// bound from a millisecond to half a minute. Histograms merge by addition.

/** With 16, the middle of a bucket is within 3.2 % of all its values. */
const bucketsPerPowerOfTwo = 16;

/** Up to 31 ms every millisecond has its own bucket. */
export function latencyBucket(milliseconds: number): number {
  const value = Math.max(0, Math.floor(milliseconds));
  if (value < bucketsPerPowerOfTwo) return value;
  const exponent = 31 - Math.clz32(value);
  return (exponent - 3) * bucketsPerPowerOfTwo + (value >>> (exponent - 4)) - bucketsPerPowerOfTwo;
}

export function bucketLatency(bucket: number): number {
  if (bucket < bucketsPerPowerOfTwo) return bucket;
  const exponent = Math.floor(bucket / bucketsPerPowerOfTwo) + 3;
  const width = 2 ** (exponent - 4);
  return 2 ** exponent + (bucket % bucketsPerPowerOfTwo) * width + (width - 1) / 2;
}

/** Percentiles (nearest rank) of answered calls in ms; within 3.2 %. */
export type Latency = { readonly p50: number; readonly p95: number; readonly p99: number };

/** null without latencies. @param histogram the number of latencies by bucket */
export function latencyOf(histogram: ReadonlyMap<number, number>): Latency | null {
  const [p50, p95, p99] = [50, 95, 99].map((percent) => percentile(histogram, percent));
  if (p50 === undefined || p95 === undefined || p99 === undefined) return null;
  return { p50, p95, p99 };
}

/** Nearest rank, in milliseconds. @param histogram the number of latencies by bucket */
export function percentile(histogram: ReadonlyMap<number, number>, percent: number): number | undefined {
  const buckets = [...histogram].toSorted(([a], [b]) => a - b);
  const counted = buckets.reduce((sum, [, count]) => sum + count, 0);
  // Multiply first: the product is a whole number, so the rank has no rounding error.
  let rank = Math.ceil((percent * counted) / 100);
  const found = buckets.find(([, count]) => {
    rank -= count;
    return rank <= 0;
  });
  return found && bucketLatency(found[0]);
}
