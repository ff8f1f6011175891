import type { Clock } from '../clock.ts';
import type { Kept } from '../failures/read-object.ts';
import type { ItemTable } from '../table/table.ts';
import { keyDayOf, markOf } from '../usage/mark-days.ts';
import { examine } from './examine.ts';
import { isTooOld } from './lifetime.ts';
import { putBack, replaysOf } from './put-back.ts';
import type { Result, Unclear } from './result.ts';
import { type Row, readRowOf } from './row.ts';

/** What a replay works with. */
export type ReplayParts = {
  readonly records: ItemTable;
  readonly usage: ItemTable;
  readonly clock: Clock;
  readonly unclear?: Unclear | undefined;
};

/** Puts a record of the failure bucket back into the stream, so that it counts where it has not, however often it is tried. */
export async function replayFailure(kept: Kept, parts: ReplayParts): Promise<Result> {
  const row = readRowOf(kept.event);
  if (!row) return 'unreadable';
  if (isTooOld(row.at, parts.clock())) return 'expired';
  return kept.reason === 'given_up' ? replayGivenUp(kept, row, parts) : putBack(parts.records, row, kept.uncounted);
}

/** What Lambda has given up says nothing of its counters: their positions tell, as long as they are behind it. */
async function replayGivenUp({ event }: Kept, row: Row, { records, usage, unclear }: ReplayParts): Promise<Result> {
  const item = await records.get({ pk: row.pk, sk: row.sk });
  // Its replay has moved the positions past it.
  if (item && replaysOf(item) > row.replays) return 'already replayed';
  const found = await examine(usage, event);
  const isUnclear = !found || found.unclear.length > 0;
  if (isUnclear && unclear === undefined) return 'unclear';
  if (!found) return unclear === 'count' ? putBack(records, row) : 'skipped';
  const uncounted = unclear === 'count' ? [...found.uncounted, ...found.unclear] : found.uncounted;
  if (uncounted.length > 0) return putBack(records, row, found.isNew ? undefined : uncounted);
  // Lambda may have given it up after it was counted and before its day was marked.
  await usage.update(markOf(keyDayOf(found.record)));
  return isUnclear ? 'skipped' : 'already counted';
}
