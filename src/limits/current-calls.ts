import type { ItemTable } from '../table/item-table.ts';
import { dayOf, secondOfDay } from '../time.ts';
import { readCounterState } from './counter-state.ts';
import { admissionsKey } from './counter-writes.ts';

/** Calls counted in the UTC second and the UTC day of `at`, also those beyond a limit that has become smaller. */
export type CurrentCalls = { readonly at: number; readonly thisSecond: number; readonly today: number };

/** A strongly consistent read: it has every call that was answered before. */
export async function readCurrentCalls(
  admissions: Pick<ItemTable, 'get'>,
  keyId: string,
  at: number,
): Promise<CurrentCalls> {
  const { used, seconds } = readCounterState(await admissions.get(admissionsKey(keyId, dayOf(at))));
  return { at, thisSecond: seconds.get(secondOfDay(at)) ?? 0, today: used };
}
