import { concurrently } from '../concurrently.ts';
import type { StoredFailure } from '../failures/failure-bucket.ts';
import type { RequestRecord } from '../records/record-schema.ts';
import type { ItemTable } from '../table/item-table.ts';
import type { Clock } from '../time.ts';
import { countedPosition } from '../usage/count-additions.ts';
import { keyDayOf, markDueUpdate } from '../usage/day-items.ts';
import { readStreamRecord, uncountedContributions } from '../usage/stream-records.ts';
import {
  isTooOldToReplay,
  type ReplayResult,
  type ReplayRow,
  readReplayRow,
  replayCount,
  replayRow,
  type UnclearPolicy,
} from './replay-row.ts';

/** What a replay works with. */
export type ReplayDeps = {
  readonly records: ItemTable;
  readonly usage: ItemTable;
  readonly clock: Clock;
  readonly unclear?: UnclearPolicy | undefined;
};

/** Puts a record of the failure bucket back into the stream, so that it counts where it has not, however often it is tried. */
export async function replayFailure(kept: StoredFailure, parts: ReplayDeps): Promise<ReplayResult> {
  const row = readReplayRow(kept.event);
  if (!row) return 'unreadable';
  if (isTooOldToReplay(row.at, parts.clock())) return 'expired';
  return kept.reason === 'given_up' ? replayGivenUp(kept, row, parts) : replayRow(parts.records, row, kept.uncounted);
}

/** What Lambda has given up says nothing of its counters: their positions tell, as long as they are behind it. */
async function replayGivenUp(
  { event }: StoredFailure,
  row: ReplayRow,
  { records, usage, unclear }: ReplayDeps,
): Promise<ReplayResult> {
  const item = await records.get({ pk: row.pk, sk: row.sk });
  // Its replay has moved the positions past it.
  if (item && replayCount(item) > row.replays) return 'already replayed';
  const found = await readCountingStatus(usage, event);
  const isUnclear = !found || found.unclear.length > 0;
  if (isUnclear && unclear === undefined) return 'unclear';
  if (!found) return unclear === 'count' ? replayRow(records, row) : 'skipped';
  const uncounted = unclear === 'count' ? [...found.uncounted, ...found.unclear] : found.uncounted;
  if (uncounted.length > 0) return replayRow(records, row, found.isNew ? undefined : uncounted);
  // Lambda may have given it up after it was counted and before its day was marked.
  await usage.update(markDueUpdate(keyDayOf(found.record)));
  return isUnclear ? 'skipped' : 'already counted';
}

/** The counters of a record, by their sort keys, and whether none of them has counted it and none is unclear. */
export type CountingStatus = {
  readonly uncounted: readonly string[];
  readonly unclear: readonly string[];
  readonly isNew: boolean;
  readonly record: RequestRecord;
};

/**
 * Finds out which counters have counted a record that is not delivered any more. One that has not come as far has not;
 * one that ends there has; one that is past it may have counted it or not. Undefined for what cannot be read.
 */
export async function readCountingStatus(usage: ItemTable, event: unknown): Promise<CountingStatus | undefined> {
  const read = readable(event);
  if (!read) return undefined;
  const { streamed, contributions } = read;
  const [uncounted, unclear]: [string[], string[]] = [[], []];
  await concurrently(contributions, async ({ pk, sk }) => {
    const counted = await countedPosition(usage, { pk, sk });
    if (counted < streamed.position) uncounted.push(sk);
    if (counted > streamed.position) unclear.push(sk);
  });
  const isNew = uncounted.length === contributions.length && streamed.uncounted === undefined;
  return { uncounted: uncounted.toSorted(), unclear: unclear.toSorted(), isNew, record: streamed.record };
}

function readable(event: unknown) {
  try {
    const streamed = readStreamRecord(event);
    return { streamed, contributions: uncountedContributions(streamed) };
  } catch {
    return undefined;
  }
}
