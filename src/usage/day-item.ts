import { dayMs } from '../limits/windows.ts';
import type { KeyRange } from '../table/table.ts';
import { spans } from './bucket.ts';

// A day item holds what one key did on one UTC day. It is there as soon as the key has made a call on that day, and has
// figures once they are computed from the key's hours (docs/decisions/0027).

/** A key's day: the account the key belongs to, and the day like `2026-11-20`. */
export type KeyDay = { readonly accountId: string; readonly keyId: string; readonly day: string };

const prefix = 'DAY#';

const accountPrefix = 'ACCOUNT#';
const partitionOf = (accountId: string): string => `${accountPrefix}${accountId}`;

/** The key of a day item. */
export const dayKey = ({ accountId, keyId, day }: KeyDay) => ({
  pk: partitionOf(accountId),
  sk: `${prefix}${day}#${keyId}`,
});

/** The day and the key of a day item, by its sort key. */
export function readDayKey(sk: string): Pick<KeyDay, 'keyId' | 'day'> {
  const [, day = '', keyId = ''] = sk.split('#');
  return { day, keyId };
}

/** Whose day an item is, and which, by its key. */
export const readDay = (pk: string, sk: string): KeyDay => ({
  accountId: pk.slice(accountPrefix.length),
  ...readDayKey(sk),
});

/** Where the day items of all keys of an account lie, from one day until before another. */
export const daysOfAccount = (accountId: string, from: string, before: string): KeyRange => ({
  pk: partitionOf(accountId),
  from: `${prefix}${from}`,
  // Below any item of that day, whose keys go on with an id.
  to: `${prefix}${before}`,
});

/** When a day begins, ms since the epoch. */
export const startOfDay = (day: string): number => Date.parse(`${day}T00:00:00Z`);

/** When a day item is deleted, in seconds since the epoch: when the last of its hours is, or a little later. */
export const dayExpiresAt = (day: string): number => (startOfDay(day) + dayMs) / 1_000 + spans.hour.keepSeconds;

/**
 * The partitions of the index Due (due-index.ts). All keys that are in use become due within minutes after midnight, and one partition takes
 * 1,000 writes a second.
 */
export const dueParts: readonly string[] = Array.from({ length: 16 }, (_, part) => part.toString(16));

/** The partition of the index that a key's days are due in. */
export function duePartOf(keyId: string): string {
  let sum = 0;
  for (const character of keyId) sum = (sum * 31 + (character.codePointAt(0) ?? 0)) % 65_521;
  return dueParts[sum % dueParts.length] ?? '0';
}

/** What is due in a part of the index, of days before one. */
export const dueBefore = (part: string, day: string): KeyRange => ({
  pk: part,
  from: prefix,
  to: `${prefix}${day}`,
});
