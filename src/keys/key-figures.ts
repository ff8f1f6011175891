import { type CurrentCalls, readCurrentCalls } from '../limits/current-calls.ts';
import type { ItemTable } from '../table/item-table.ts';
import type { Clock, EpochMs } from '../time.ts';
import { lastUsedAt } from '../usage/last-used.ts';

/** What the Admissions and Usage tables know of a key. */
export type KeyFigures = { readonly calls: CurrentCalls | undefined; readonly lastUsedAt: EpochMs | undefined };

type KeyTables = {
  readonly admissions: Pick<ItemTable, 'get'>;
  readonly usage: ItemTable;
  readonly clock: Clock;
};

/** The tally notes a use every five minutes. The counters know the newest second of today with calls. */
export async function readKeyFigures(keyId: string, { admissions, usage, clock }: KeyTables): Promise<KeyFigures> {
  const at = clock();
  const [calls, noted] = await Promise.all([readCurrentCalls(admissions, keyId, at), lastUsedAt(usage, [keyId])]);
  // The clock of the process that counted the calls may be ahead.
  const counted = calls.newestAt === undefined ? [] : [Math.min(at, calls.newestAt)];
  const uses = [...counted, noted.get(keyId) ?? []].flat();
  return { calls, lastUsedAt: uses.length > 0 ? Math.max(...uses) : undefined };
}
