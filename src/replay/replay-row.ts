import * as v from 'valibot';
import { requestIdTime } from '../records/request-id.ts';
import { AttributeValueError, fromAttributes } from '../table/attribute-value.ts';
import { ConditionFailedError, type Item, type ItemTable } from '../table/item-table.ts';
import { dayMs, type EpochMs } from '../time.ts';

export type ReplayResult =
  | 'replayed' // It is in the stream again, and the tally will count it.
  | 'already replayed' // An earlier replay has put it into the stream.
  | 'already there' // Its row exists, so the record was never lost.
  | 'already counted' // All its counters have counted it.
  | 'skipped' // Unknown whether it is counted; not replayed, as the operator chose.
  | 'unclear' // Unknown whether it is counted; the operator has to choose.
  | 'expired' // Too old: a row that shows an earlier replay may have been deleted.
  | 'unreadable'; // It does not name its row.

/** Results that leave work for the operator. */
export const unresolvedResults: ReadonlySet<ReplayResult> = new Set(['unclear', 'expired', 'unreadable']);

/** What to do with a record if it is unknown whether it is counted. */
export type UnclearPolicy = 'count' | 'skip';

/** As long as the failure bucket keeps its objects. */
const replayableForMs = 90 * dayMs;

/**
 * A replayed row carries `replays`. It is kept 10 days longer than any failure object, so that a second replay of the same
 * object still finds it; that is also longer than any plan's history, so replaying never shortens history.
 */
const rowKeptForMs = replayableForMs + 10 * dayMs;

/** @param at time of the request */
export const isTooOldToReplay = (at: EpochMs, now: EpochMs): boolean => now >= at + replayableForMs;

/** The TTL of a replayed row, in seconds since the epoch. @param at time of the request */
export const replayedRowExpiry = (at: EpochMs): number => Math.floor((at + rowKeptForMs) / 1_000);

/** A row of Records as a stream record shows it. */
export type ReplayRow = {
  readonly pk: string;
  readonly sk: string;
  /** Time of the request. */
  readonly at: EpochMs;
  /** Number of replays when the stream record was made. */
  readonly replays: number;
  /** Its attributes in DynamoDB's JSON format. */
  readonly image: Readonly<Record<string, unknown>>;
};

const stringAttribute = v.pipe(
  v.object({ S: v.string() }),
  v.transform(({ S }) => S),
);
const countAttribute = v.pipe(
  v.object({ N: v.pipe(v.string(), v.regex(/^\d{1,9}$/)) }),
  v.transform(({ N }) => Number(N)),
);

const streamRecordSchema = v.object({
  dynamodb: v.object({
    Keys: v.object({ pk: stringAttribute, sk: stringAttribute }),
    NewImage: v.pipe(v.looseObject({ replays: v.optional(countAttribute, { N: '0' }) })),
  }),
});

/** Reads only the row's identity from a stream record: the tally may have failed to read the rest. */
export function readReplayRow(event: unknown): ReplayRow | undefined {
  const parsed = v.safeParse(streamRecordSchema, event);
  if (!parsed.success) return undefined;
  const { pk, sk } = parsed.output.dynamodb.Keys;
  const { replays, ...image } = parsed.output.dynamodb.NewImage;
  const at = requestIdTime(sk);
  return at === undefined ? undefined : { pk, sk, at, replays, image };
}

export const replayCount = (item: Item): number => Number(item.replays ?? 0);

/**
 * Puts a row into the stream again by raising its `replays`, since a write that changes nothing makes no stream record. The
 * condition is that `replays` is still the number in the stream record, so each failure is replayed at most once. A row
 * that TTL has deleted is written again.
 * @param uncounted sort keys of the counters that have not counted it; default: those that the row names, or all
 */
export async function replayRow(
  records: ItemTable,
  row: ReplayRow,
  uncounted?: readonly string[],
): Promise<ReplayResult> {
  try {
    await raiseReplays(records, row, uncounted);
    return 'replayed';
  } catch (error) {
    if (!(error instanceof ConditionFailedError)) throw error;
    return error.item ? conflictResult(error.item, row) : writeRow(records, row, uncounted);
  }
}

const conflictResult = (item: Item, { replays }: ReplayRow): ReplayResult =>
  replayCount(item) > replays ? 'already replayed' : 'unclear';

async function raiseReplays(records: ItemTable, { pk, sk, at, replays }: ReplayRow, uncounted?: readonly string[]) {
  const unchanged = replays === 0 ? 'attribute_not_exists(#replays)' : '#replays = :before';
  await records.update({
    key: { pk, sk },
    update: `SET #replays = :replays, #expiresAt = :expiresAt${uncounted ? ', #uncounted = :uncounted' : ''}`,
    condition: `attribute_exists(#pk) AND ${unchanged}`,
    names: {
      '#pk': 'pk',
      '#replays': 'replays',
      '#expiresAt': 'expiresAt',
      ...(uncounted && { '#uncounted': 'uncounted' }),
    },
    values: {
      ':replays': replays + 1,
      ':expiresAt': replayedRowExpiry(at),
      ...(replays > 0 && { ':before': replays }),
      ...(uncounted && { ':uncounted': uncounted }),
    },
  });
}

async function writeRow(records: ItemTable, row: ReplayRow, uncounted?: readonly string[]): Promise<ReplayResult> {
  const { pk, sk, at, replays, image } = row;
  const attributes = {
    pk,
    sk,
    replays: replays + 1,
    expiresAt: replayedRowExpiry(at),
    ...(uncounted && { uncounted }),
  };
  try {
    await records.put({ ...fromAttributes(image), ...attributes }, 'attribute_not_exists(pk)');
    return 'replayed';
  } catch (error) {
    if (error instanceof AttributeValueError) return 'unreadable';
    // A concurrent replay has written the row.
    if (error instanceof ConditionFailedError && error.item) return conflictResult(error.item, row);
    throw error;
  }
}
