import type { ItemTable } from '../table/item-table.ts';
import { dayMs, dayOf, type EpochMs, endOfDay, secondOfDay } from '../time.ts';
import { readCounterState } from './counter-state.ts';
import { admissionsKey } from './counter-writes.ts';

/** Calls counted in the UTC second and the UTC day of `at`, also those beyond a limit that has become smaller. */
export type CurrentCalls = {
  readonly at: number;
  readonly thisSecond: number;
  readonly today: number;
  /** The start of the newest second of the day with calls; undefined without calls. */
  readonly newestAt: EpochMs | undefined;
};

/** A strongly consistent read: it has every call that was answered before. */
export async function readCurrentCalls(
  admissions: Pick<ItemTable, 'get'>,
  keyId: string,
  at: number,
): Promise<CurrentCalls> {
  const { used, seconds } = readCounterState(await admissions.get(admissionsKey(keyId, dayOf(at))));
  const newest = seconds.size > 0 ? Math.max(...seconds.keys()) : undefined;
  return {
    at,
    thisSecond: seconds.get(secondOfDay(at)) ?? 0,
    today: used,
    newestAt: newest === undefined ? undefined : endOfDay(at) - dayMs + newest * 1_000,
  };
}
