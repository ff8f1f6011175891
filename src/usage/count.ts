import { ConditionFailedError } from '../table/condition-failed-error.ts';
import type { Item, ItemTable } from '../table/table.ts';
import { add, type Contribution } from './counter.ts';

/** A contribution, with the place in the stream of the record that makes it, and its place in the batch. */
export type Positioned = Contribution & { readonly position: string; readonly place: number };

/**
 * Everything a batch adds to one counter, in the stream's order. All of it comes from one partition of Records, that of the
 * counter's key and day, so one position tells how far the counter has counted.
 */
export type Addition = {
  readonly pk: string;
  readonly sk: string;
  readonly contributions: readonly Positioned[];
  /** The place in the batch of the first record that contributes. */
  readonly firstPlace: number;
};

/**
 * Adds to a counter what it has not counted yet, in one conditional write that also moves its position. When others have
 * counted some of it (a repeated, cut or concurrent batch), the failed condition says how far, and the rest is added up
 * again. So each contribution counts exactly once, however often this is called with it.
 */
export async function count(usage: ItemTable, addition: Addition): Promise<void> {
  let rest = addition.contributions;
  for (;;) {
    const first = rest[0];
    const last = rest.at(-1);
    if (!first || !last) return;
    try {
      await usage.update(updateOf(addition, rest, first, last));
      return;
    } catch (error) {
      if (!(error instanceof ConditionFailedError)) throw error;
      const counted = positionIn(error.item);
      rest = rest.filter(({ position }) => position > counted);
    }
  }
}

/** How far a counter has counted its partition; below every position where it has counted nothing of it. */
export const countedUpTo = async (usage: ItemTable, { pk, sk }: Pick<Addition, 'pk' | 'sk'>): Promise<string> =>
  positionIn(await usage.get({ pk, sk }));

const positionIn = (item: Item | undefined): string => String(item?.position ?? '');

function updateOf(addition: Addition, rest: readonly Positioned[], first: Positioned, last: Positioned) {
  const { pk, sk } = addition;
  const amounts = [...total(rest)];
  const names = amounts.map(([name], index) => [`#${placeholder(index)}`, name]);
  const values = amounts.map(([, amount], index) => [`:${placeholder(index)}`, amount]);
  return {
    key: { pk, sk },
    update: `SET #position = :last, #expiresAt = :expiresAt ADD ${amounts.map((_, index) => `#${placeholder(index)} :${placeholder(index)}`).join(', ')}`,
    condition: 'attribute_not_exists(#position) OR #position < :first',
    names: { '#position': 'position', '#expiresAt': 'expiresAt', ...Object.fromEntries(names) },
    values: {
      ':first': first.position,
      ':last': last.position,
      ':expiresAt': last.expiresAt,
      ...Object.fromEntries(values),
    },
  };
}

/**
 * The name of an amount in the expression. Short, because an expression may have 4 KB (DynamoDB quotas: expression
 * parameters), and a large batch may fill every outcome and every bucket of the histogram.
 */
const placeholder = (index: number): string => index.toString(36);

function total(contributions: readonly Positioned[]): Map<string, number> {
  const amounts = new Map<string, number>();
  for (const contribution of contributions) {
    for (const [name, amount] of contribution.amounts) add(amounts, name, amount);
  }
  return amounts;
}
