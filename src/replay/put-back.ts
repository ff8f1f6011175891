import { AttributeValueError, fromAttributes } from '../table/attribute-value.ts';
import { ConditionFailedError } from '../table/condition-failed-error.ts';
import type { Item, ItemTable } from '../table/table.ts';
import { keptUntil } from './lifetime.ts';
import type { Result } from './result.ts';
import type { Row } from './row.ts';

/**
 * Brings a row into the stream once more, by counting how often it was replayed: a write that changes nothing makes no
 * stream record. It does so only while the row has been replayed as often as when the stream got it, so that the same
 * failure puts it back once, whatever is repeated. A row that is gone, as history ends, is written anew.
 * @param uncounted the sort keys of the counters that are still to count it; where not given, those the row names, or all
 */
export async function putBack(records: ItemTable, row: Row, uncounted?: readonly string[]): Promise<Result> {
  try {
    await changeRow(records, row, uncounted);
    return 'replayed';
  } catch (error) {
    if (!(error instanceof ConditionFailedError)) throw error;
    return error.item ? resultOf(error.item, row) : writeRow(records, row, uncounted);
  }
}

/** How often a row has been replayed. */
export const replaysOf = (item: Item): number => Number(item.replays ?? 0);

const resultOf = (item: Item, { replays }: Row): Result => (replaysOf(item) > replays ? 'already replayed' : 'unclear');

async function changeRow(records: ItemTable, { pk, sk, at, replays }: Row, uncounted?: readonly string[]) {
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
      ':expiresAt': keptUntil(at),
      ...(replays > 0 && { ':before': replays }),
      ...(uncounted && { ':uncounted': uncounted }),
    },
  });
}

async function writeRow(records: ItemTable, row: Row, uncounted?: readonly string[]): Promise<Result> {
  const { pk, sk, at, replays, image } = row;
  const marks = { pk, sk, replays: replays + 1, expiresAt: keptUntil(at), ...(uncounted && { uncounted }) };
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
