import type { Limits } from './limits.ts';

/** Calls a second for each shard of a key's records: half of the 1,000 writes that a partition takes. */
const callsPerShard = 500;

/** Over how many partitions of Records a key with those limits is spread. */
export const shardsOf = ({ callsPerSecond }: Limits): number => Math.max(1, Math.ceil(callsPerSecond / callsPerShard));
