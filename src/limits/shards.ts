import type { Limits } from './limits.ts';

/**
 * Calls a second for each shard of a key: half of the 1,000 writes that an item of Admissions, or a partition of Records,
 * takes. For refused requests are written too, a record above 1 KB is two writes, shards are not quite alike, and two keys
 * may share a partition.
 */
const callsPerShard = 500;

/** Over how many items of Admissions, and partitions of Records, a key with those limits is spread. */
export const shardsOf = ({ callsPerSecond }: Limits): number => Math.max(1, Math.ceil(callsPerSecond / callsPerShard));

/** The share of the limits that each of several items has: whole numbers, whose sum is the limit. */
export function shareOf({ callsPerSecond, callsPerDay }: Limits, shard: number, shards: number): Limits {
  const share = (limit: number) => Math.floor((limit + shard) / shards);
  return { callsPerSecond: share(callsPerSecond), callsPerDay: share(callsPerDay) };
}
