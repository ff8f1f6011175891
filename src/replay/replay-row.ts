import * as v from 'valibot';
import { requestIdTime } from '../records/request-id.ts';
import { AttributeValueError, fromAttributes } from '../table/attribute-value.ts';
import { ConditionFailedError, type Item, type ItemTable } from '../table/item-table.ts';
import { dayMs } from '../time.ts';

/** What became of a record that was to be put back. */
export type ReplayResult =
  /** It is in the stream again, and the tally will count it. */
  | 'replayed'
  /** A replay has put it back before. */
  | 'already replayed'
  /** It was never lost: its row is there, and so it is counted. */
  | 'already there'
  /** All its counters have counted it. */
  | 'already counted'
  /** Nobody can tell whether it is counted, and it was asked to leave it then. */
  | 'skipped'
  /** Nobody can tell whether it is counted, and it was not said what to do. */
  | 'unclear'
  /** Too old: a row that says that it was replayed may be gone. */
  | 'expired'
  /** It does not say which row it belongs to. */
  | 'unreadable';

/** With these, something is left to do. */
export const unresolvedResults: ReadonlySet<ReplayResult> = new Set(['unclear', 'expired', 'unreadable']);

/** What to do with a record of which nobody can tell whether it is counted. */
export type UnclearPolicy = 'count' | 'skip';

/** As long as the failure bucket keeps its objects. */
const replayableForMs = 90 * dayMs;

/**
 * A row that was put back says so, and must outlive whatever it could be put back from once more; and every plan's
 * history, that no row goes earlier for being replayed.
 */
const keptForMs = replayableForMs + 10 * dayMs;

/** Whether a request is too old to be replayed. @param at when it came in @param now both in ms since the epoch */
export const isTooOldToReplay = (at: number, now: number): boolean => now >= at + replayableForMs;

/** When the row of a replayed request may go, in seconds since the epoch. @param at when it came in, in ms */
export const replayedRowExpiry = (at: number): number => Math.floor((at + keptForMs) / 1_000);

/** The row of Records that a stream record is of. */
export type ReplayRow = {
  readonly pk: string;
  readonly sk: string;
  /** When its request came in, ms since the epoch. */
  readonly at: number;
  /** How often it had been replayed when the stream got it. */
  readonly replays: number;
  /** Its attributes in DynamoDB's notation. */
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

/** Reads no more of a stream record than which row it is of: the rest may be what the tally could not read. */
export function readReplayRow(event: unknown): ReplayRow | undefined {
  const parsed = v.safeParse(streamRecordSchema, event);
  if (!parsed.success) return undefined;
  const { pk, sk } = parsed.output.dynamodb.Keys;
  const { replays, ...image } = parsed.output.dynamodb.NewImage;
  const at = requestIdTime(sk);
  return at === undefined ? undefined : { pk, sk, at, replays, image };
}

/**
 * Brings a row into the stream once more, by counting how often it was replayed: a write that changes nothing makes no
 * stream record. It does so only while the row has been replayed as often as when the stream got it, so that the same
 * failure puts it back once, whatever is repeated. A row that is gone, as history ends, is written anew.
 * @param uncounted the sort keys of the counters that are still to count it; where not given, those the row names, or all
 */
export async function replayRow(
  records: ItemTable,
  row: ReplayRow,
  uncounted?: readonly string[],
): Promise<ReplayResult> {
  try {
    await changeRow(records, row, uncounted);
    return 'replayed';
  } catch (error) {
    if (!(error instanceof ConditionFailedError)) throw error;
    return error.item ? resultOf(error.item, row) : writeRow(records, row, uncounted);
  }
}

/** How often a row has been replayed. */
export const replayCount = (item: Item): number => Number(item.replays ?? 0);

const resultOf = (item: Item, { replays }: ReplayRow): ReplayResult =>
  replayCount(item) > replays ? 'already replayed' : 'unclear';

async function changeRow(records: ItemTable, { pk, sk, at, replays }: ReplayRow, uncounted?: readonly string[]) {
  const before = replays === 0 ? 'attribute_not_exists(#replays)' : '#replays = :before';
  await records.update({
    key: { pk, sk },
    update: `SET #replays = :replays, #expiresAt = :expiresAt${uncounted ? ', #uncounted = :uncounted' : ''}`,
    condition: `attribute_exists(#pk) AND ${before}`,
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
  const marks = { pk, sk, replays: replays + 1, expiresAt: replayedRowExpiry(at), ...(uncounted && { uncounted }) };
  try {
    await records.put({ ...fromAttributes(image), ...marks }, 'attribute_not_exists(pk)');
    return 'replayed';
  } catch (error) {
    if (error instanceof AttributeValueError) return 'unreadable';
    // Somebody else has replayed it just now.
    if (error instanceof ConditionFailedError && error.item) return resultOf(error.item, row);
    throw error;
  }
}
