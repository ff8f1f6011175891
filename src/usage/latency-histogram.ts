// Latencies are counted in buckets as HDR histograms have them: every power of two is cut into equal parts, so that the
// relative error has one bound from a millisecond to half a minute, and histograms merge by adding up.

/** Parts of each power of two: with 16, the middle of a bucket is within 3.2 % of every value in it. */
const parts = 16;

/** The bucket a latency of whole milliseconds falls into. Up to 31 ms every millisecond has a bucket of its own. */
export function latencyBucket(milliseconds: number): number {
  const value = Math.max(0, Math.floor(milliseconds));
  if (value < parts) return value;
  const exponent = 31 - Math.clz32(value);
  return (exponent - 3) * parts + (value >>> (exponent - 4)) - parts;
}

/** The middle of a bucket, in milliseconds: what a latency counted in it is taken for. */
export function bucketLatency(bucket: number): number {
  if (bucket < parts) return bucket;
  const exponent = Math.floor(bucket / parts) + 3;
  const width = 2 ** (exponent - 4);
  return 2 ** exponent + (bucket % parts) * width + (width - 1) / 2;
}

/**
 * The latency that so many percent of those counted do not exceed (nearest rank), in milliseconds; undefined where none
 * was counted. As near to the exact one as {@link bucketLatency} is to what fell into the bucket.
 * @param histogram how many latencies fell into each bucket
 */
export function percentile(histogram: ReadonlyMap<number, number>, percent: number): number | undefined {
  const buckets = [...histogram].toSorted(([a], [b]) => a - b);
  const counted = buckets.reduce((sum, [, count]) => sum + count, 0);
  // The product is a whole number, so that no rank is off by a rounding error.
  let rank = Math.ceil((percent * counted) / 100);
  const found = buckets.find(([, count]) => {
    rank -= count;
    return rank <= 0;
  });
  return found && bucketLatency(found[0]);
}
