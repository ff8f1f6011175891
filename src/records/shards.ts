import type { Plan } from '../plans/plans.ts';
import { digits } from './crockford-base32.ts';

/**
 * Calls a second that one partition key of Records is meant to take: half of the 1,000 writes that DynamoDB allows its
 * partition, for refused requests leave records too, one above 1 KB is two writes, and two keys may share a partition.
 */
const callsPerShard = 500;

/** Digits of a request id that decide its shard: enough that no shard gets noticeably more than another. */
const decidingDigits = 4;

/** A key, and over how many partitions its records of a UTC day may be spread: the most there were on any day. */
export type KeyRecords = { readonly keyId: string; readonly shards: number };

/** Over how many partitions the records of a key on that plan are spread, each UTC day. */
export const shardsOf = ({ limits }: Plan): number => Math.ceil(limits.callsPerSecond / callsPerShard);

/** Which of so many shards holds a request's record, by the random part of its id alone: 0 to `shards` - 1. */
export function shardOf(requestId: string, shards: number): number {
  let drawn = 0;
  for (const digit of requestId.slice(-decidingDigits)) drawn = drawn * digits.length + digits.indexOf(digit);
  return drawn % shards;
}

/**
 * The shards that a request's record may lie in where there were at most `shards` of them on its day, each once; first
 * the one that holds it if there were as many.
 */
export function possibleShards(requestId: string, shards: number): Set<number> {
  const counts = Array.from({ length: shards }, (_, index) => shards - index);
  return new Set(counts.map((count) => shardOf(requestId, count)));
}
