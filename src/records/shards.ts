import { digits } from './crockford-base32.ts';

/** Digits of a request id that decide its shard: enough that no shard gets noticeably more than another. */
const decidingDigits = 4;

/** A key, and over how many partitions its records of a UTC day may be spread: the most there were on any day. */
export type KeyRecords = { readonly keyId: string; readonly shards: number };

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
