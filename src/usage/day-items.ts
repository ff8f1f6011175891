import { BoundedMap } from '../bounded-map.ts';
import { concurrently } from '../concurrently.ts';
import type { Log } from '../log.ts';
import type { RequestRecord } from '../records/record-schema.ts';
import type { ItemTable, KeyRange } from '../table/item-table.ts';
import { type Clock, dayMs, dayOf } from '../time.ts';
import { tallySpans } from './usage-range.ts';

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
export const dayExpiresAt = (day: string): number => (startOfDay(day) + dayMs) / 1_000 + tallySpans.hour.keepSeconds;

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

/** A record whose counts are in the tallies, and its place in the batch. */
export type CountedRecord = { readonly record: RequestRecord; readonly place: number };

/**
 * Marks the days of records that were counted: their figures are to be computed, again where they were before. Never
 * rejects: it gives the places from which on the records must be delivered again, since a day could not be marked.
 */
export type MarkDays = (counted: readonly CountedRecord[]) => Promise<readonly number[]>;

/**
 * {@link MarkDays} in the Usage table. A day that is over is marked each time; a day that runs still, once by a process,
 * since nobody computes it before it is over. Which it is, is asked after the counts are in the table: what was counted
 * while the day ran is there before anybody adds its hours up.
 */
export function createMarkDays(usage: Pick<ItemTable, 'update'>, clock: Clock, log: Log): MarkDays {
  const marked = new BoundedMap<true>();
  const markDay = async (keyDay: KeyDay, isOver: boolean) => {
    const { sk } = dayKey(keyDay);
    if (!isOver && marked.get(sk)) return;
    await usage.update(markOf(keyDay));
    if (!isOver) marked.set(sk, true);
  };
  return async (counted) => {
    const today = dayOf(clock());
    const again: number[] = [];
    await concurrently(daysOf(counted), async ([keyDay, place]) => {
      try {
        await markDay(keyDay, keyDay.day < today);
      } catch (error) {
        log.error('mark_day_failed', { ...keyDay, detail: String(error) });
        again.push(place);
      }
    });
    return again;
  };
}

/** The days of a batch, each with the place of its first record. */
function daysOf(counted: readonly CountedRecord[]): [KeyDay, number][] {
  const days = new Map<string, [KeyDay, number]>();
  for (const { record, place } of counted) {
    const keyDay = keyDayOf(record);
    const { pk, sk } = dayKey(keyDay);
    const name = `${pk} ${sk}`;
    if (!days.has(name)) days.set(name, [keyDay, place]);
  }
  return [...days.values()];
}

/** The day of a record's key. */
export const keyDayOf = ({ accountId, keyId, at }: RequestRecord): KeyDay => ({ accountId, keyId, day: dayOf(at) });

/** The update that marks a day. Takes the figures away, so that none are read that miss a count; a new version, so that none are set that miss it. */
export const markOf = (keyDay: KeyDay) => ({
  key: dayKey(keyDay),
  update: 'SET #due = :due, #expiresAt = :expiresAt REMOVE #figures ADD #version :one',
  names: { '#due': 'due', '#expiresAt': 'expiresAt', '#figures': 'figures', '#version': 'version' },
  values: { ':due': duePartOf(keyDay.keyId), ':expiresAt': dayExpiresAt(keyDay.day), ':one': 1 },
});
