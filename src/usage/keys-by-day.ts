import type { TableReads } from '../table/signed-table.ts';
import { dayMs, dayOf } from '../time.ts';
import { daysOfAccount, readDayKey, startOfDay } from './day-items.ts';

export type KeysOfDay = { readonly day: string; readonly keyIds: readonly string[] };

const pageSize = 100;

/**
 * The keys with calls on each UTC day, newest day first; days without calls are left out. A key appears within half a
 * minute of its first call of a day, when the tally has counted it.
 * @param from the first day, inclusive
 * @param to the last day, inclusive
 */
export async function* keysByDay(
  usage: Pick<TableReads, 'pages'>,
  accountId: string,
  from: string,
  to: string,
): AsyncGenerator<KeysOfDay> {
  const range = { ...daysOfAccount(accountId, from, dayOf(startOfDay(to) + dayMs)), attributes: ['sk'] };
  let day = '';
  let keyIds: string[] = [];
  for await (const page of usage.pages({ ...range, descending: true, pageSize })) {
    for (const { sk } of page) {
      const item = readDayKey(String(sk));
      if (item.day !== day && keyIds.length > 0) yield { day, keyIds };
      if (item.day !== day) [day, keyIds] = [item.day, []];
      keyIds.push(item.keyId);
    }
  }
  if (keyIds.length > 0) yield { day, keyIds };
}
