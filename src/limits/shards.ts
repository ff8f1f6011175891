import type { Limits } from './limits.ts';

/** An item takes 1,000 writes a second: half of that leaves room for refusals, and for shards that are not quite alike. */
const callsPerShard = 500;

/** Over how many items of Admissions the calls of a key with those limits are spread. */
export const shardsOf = ({ callsPerSecond }: Limits): number => Math.max(1, Math.ceil(callsPerSecond / callsPerShard));

/** The share of the limits that each of several items has: whole numbers, whose sum is the limit. */
export function shareOf({ callsPerSecond, callsPerDay }: Limits, shard: number, shards: number): Limits {
  const share = (limit: number) => Math.floor((limit + shard) / shards);
  return { callsPerSecond: share(callsPerSecond), callsPerDay: share(callsPerDay) };
}
