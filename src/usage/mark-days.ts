import { BoundedMap } from '../bounded-map.ts';
import type { Clock } from '../clock.ts';
import { dayOf } from '../limits/windows.ts';
import type { Log } from '../log.ts';
import type { RequestRecord } from '../records/record.ts';
import type { ItemTable } from '../table/table.ts';
import { concurrently } from './concurrently.ts';
import { dayExpiresAt, dayKey, duePartOf, type KeyDay } from './day-item.ts';

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
