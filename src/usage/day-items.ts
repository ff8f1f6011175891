import type { Log } from '../log.ts';
import type { RequestRecord } from '../records/record-schema.ts';
import { BoundedMap } from '../runtime/bounded-map.ts';
import { concurrently } from '../runtime/concurrently.ts';
import type { ItemTable, KeyRange } from '../table/item-table.ts';
import { type Clock, dayMs, dayOf, type EpochMs, minuteMs } from '../time.ts';
import { tallySpans } from './usage-range.ts';

// A day item holds the usage of one key on one UTC day. The tally creates it with the key's first call of that day; a
// job later sets its figures, computed from the key's hours (docs/decisions/0027).

export type KeyDay = { readonly accountId: string; readonly keyId: string; readonly day: string };

const prefix = 'DAY#';

const accountPrefix = 'ACCOUNT#';
const partitionOf = (accountId: string): string => `${accountPrefix}${accountId}`;

export const dayKey = ({ accountId, keyId, day }: KeyDay) => ({
  pk: partitionOf(accountId),
  sk: `${prefix}${day}#${keyId}`,
});

export function readDayKey(sk: string): Pick<KeyDay, 'keyId' | 'day'> {
  const [, day = '', keyId = ''] = sk.split('#');
  return { day, keyId };
}

export const readDay = (pk: string, sk: string): KeyDay => ({
  accountId: pk.slice(accountPrefix.length),
  ...readDayKey(sk),
});

/** `before` is exclusive. */
export const daysOfAccount = (accountId: string, from: string, before: string): KeyRange => ({
  pk: partitionOf(accountId),
  from: `${prefix}${from}`,
  // Sorts before all items of that day, whose sort keys continue with a key id.
  to: `${prefix}${before}`,
});

/** Tallies mark the current day only once, so the day must be over by all of their clocks, with a large margin. */
const dayMarginMs = 15 * minuteMs;

/** The first UTC day that is not added up yet: until a quarter of an hour after midnight, it is the day before. */
export const firstOpenDay = (now: EpochMs): string => dayOf(now - dayMarginMs);

export const startOfDay = (day: string): number => Date.parse(`${day}T00:00:00Z`);

/** A day item expires with the last of its hours, or a little later. Seconds since the epoch. */
const dayExpiresAt = (day: string): number => (startOfDay(day) + dayMs) / 1_000 + tallySpans.hour.keepSeconds;

/** All active keys become due within minutes after midnight, and a partition takes 1,000 writes per second. */
export const duePartitions: readonly string[] = Array.from({ length: 16 }, (_, part) => part.toString(16));

function duePartitionOf(keyId: string): string {
  let sum = 0;
  for (const character of keyId) sum = (sum * 31 + (character.codePointAt(0) ?? 0)) % 65_521;
  return duePartitions[sum % duePartitions.length] ?? '0';
}

export const dueBefore = (part: string, day: string): KeyRange => ({
  pk: part,
  from: prefix,
  to: `${prefix}${day}`,
});

type CountedRecord = { readonly record: RequestRecord; readonly batchIndex: number };

/** Marks days as due for (re)computation. Never rejects: returns the batch indexes from which to redeliver. */
export type MarkDays = (counted: readonly CountedRecord[]) => Promise<readonly number[]>;

/**
 * Marks a past day every time, and the current day once per process, because it is not computed before it ends. The
 * clock is read after the counts were written, so calls of the current day are in the table before its hours are added
 * up.
 */
export function createMarkDays(usage: Pick<ItemTable, 'update'>, clock: Clock, log: Log): MarkDays {
  const marked = new BoundedMap<true>();
  const markDay = async (keyDay: KeyDay, isPast: boolean) => {
    const { sk } = dayKey(keyDay);
    if (!isPast && marked.get(sk)) return;
    await usage.update(markDueUpdate(keyDay));
    if (!isPast) marked.set(sk, true);
  };
  return async (counted) => {
    const today = dayOf(clock());
    const redeliver: number[] = [];
    await concurrently(daysOf(counted), async ([keyDay, firstIndex]) => {
      try {
        await markDay(keyDay, keyDay.day < today);
      } catch (error) {
        log.error('mark_day_failed', { ...keyDay, detail: String(error) });
        redeliver.push(firstIndex);
      }
    });
    return redeliver;
  };
}

function daysOf(counted: readonly CountedRecord[]): [KeyDay, number][] {
  const days = new Map<string, [KeyDay, number]>();
  for (const { record, batchIndex } of counted) {
    const keyDay = keyDayOf(record);
    const { pk, sk } = dayKey(keyDay);
    const name = `${pk} ${sk}`;
    if (!days.has(name)) days.set(name, [keyDay, batchIndex]);
  }
  return [...days.values()];
}

export const keyDayOf = ({ accountId, keyId, at }: RequestRecord): KeyDay => ({ accountId, keyId, day: dayOf(at) });

/** Removes figures that miss the new counts. The new version prevents setting such figures. */
export const markDueUpdate = (keyDay: KeyDay) => ({
  key: dayKey(keyDay),
  update: 'SET #due = :due, #expiresAt = :expiresAt REMOVE #figures ADD #version :one',
  names: { '#due': 'due', '#expiresAt': 'expiresAt', '#figures': 'figures', '#version': 'version' },
  values: { ':due': duePartitionOf(keyDay.keyId), ':expiresAt': dayExpiresAt(keyDay.day), ':one': 1 },
});
