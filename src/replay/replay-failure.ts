import { NetworkChains } from '../network-chains.ts';
import type { RequestRecord } from '../records/record-schema.ts';
import { concurrently } from '../runtime/concurrently.ts';
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
import type { StoredFailure } from './stored-failure.ts';

export type ReplayDeps = {
  readonly records: ItemTable;
  readonly usage: ItemTable;
  readonly clock: Clock;
  readonly unclear?: UnclearPolicy | undefined;
};

/** Puts a failed record into the stream again for the counters that have not counted it. Safe to repeat. */
export async function replayFailure(failure: StoredFailure, deps: ReplayDeps): Promise<ReplayResult> {
  const row = readReplayRow(failure.event);
  if (!row) return 'unreadable';
  if (isTooOldToReplay(row.at, deps.clock())) return 'expired';
  if (failure.reason === 'given_up') return replayGivenUp(failure, row, deps);
  return replayRow(deps.records, row, failure.uncounted);
}

/** Lambda does not say which counters have counted a record; their positions do, unless a later record has passed it. */
async function replayGivenUp(
  { event }: StoredFailure,
  row: ReplayRow,
  { records, usage, unclear }: ReplayDeps,
): Promise<ReplayResult> {
  const item = await records.get({ pk: row.pk, sk: row.sk });
  // A replay has moved the counters' positions past this record.
  if (item && replayCount(item) > row.replays) return 'already replayed';
  const status = await readCountingStatus(usage, event);
  const isUnclear = !status || status.unclear.length > 0;
  if (isUnclear && unclear === undefined) return 'unclear';
  if (!status) return unclear === 'count' ? replayRow(records, row) : 'skipped';
  const uncounted = unclear === 'count' ? [...status.uncounted, ...status.unclear] : status.uncounted;
  if (uncounted.length > 0) return replayRow(records, row, status.isNew ? undefined : uncounted);
  // The tally marks a record's day after counting it; Lambda may have given up in between.
  await usage.update(markDueUpdate(keyDayOf(status.record)));
  return isUnclear ? 'skipped' : 'already counted';
}

/** Sort keys of a record's counters, by whether they have counted it. */
type CountingStatus = {
  readonly uncounted: readonly string[];
  readonly unclear: readonly string[];
  /** No counter has counted it, and none is unclear. */
  readonly isNew: boolean;
  readonly record: RequestRecord;
};

/**
 * Compares the positions of a record's counters with the record's own. A counter before it has not counted it, a counter
 * at it has; a counter past it may or may not have. Undefined if the record cannot be read.
 */
async function readCountingStatus(usage: ItemTable, event: unknown): Promise<CountingStatus | undefined> {
  const contributing = readContributions(event);
  if (!contributing) return undefined;
  const { streamed, contributions } = contributing;
  const [uncounted, unclear]: [string[], string[]] = [[], []];
  await concurrently(contributions, async ({ pk, sk }) => {
    const counted = await countedPosition(usage, { pk, sk });
    if (counted < streamed.position) uncounted.push(sk);
    if (counted > streamed.position) unclear.push(sk);
  });
  const isNew = uncounted.length === contributions.length && streamed.uncounted === undefined;
  return { uncounted: uncounted.toSorted(), unclear: unclear.toSorted(), isNew, record: streamed.record };
}

// Only the counters' keys are used here, and they do not depend on the chain.
const anyChain = new NetworkChains([]);

function readContributions(event: unknown) {
  try {
    const streamed = readStreamRecord(event);
    return { streamed, contributions: uncountedContributions(streamed, anyChain) };
  } catch {
    return undefined;
  }
}
