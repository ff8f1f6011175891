import { concurrently } from '../concurrently.ts';
import type { Log } from '../log.ts';
import { ConditionFailedError, type Item, type ItemTable } from '../table/item-table.ts';
import { addAmount, type Contribution } from './tally-counter.ts';

/** A contribution, with the place in the stream of the record that makes it, and its place in the batch. */
export type PositionedContribution = Contribution & { readonly position: string; readonly place: number };

/**
 * Everything a batch adds to one counter, in the stream's order. All of it comes from one partition of Records, that of the
 * counter's key and day, so one position tells how far the counter has counted.
 */
export type CounterAddition = {
  readonly pk: string;
  readonly sk: string;
  readonly contributions: readonly PositionedContribution[];
  /** The place in the batch of the first record that contributes. */
  readonly firstPlace: number;
};

/**
 * The most attributes that one update adds to. An expression may have 4 KB and 300 operators (DynamoDB quotas); this many
 * take 2.6 KB. One record, which has at most 100 calls, adds to fewer.
 */
export const mostAttributes = 290;

/**
 * Adds to a counter what it has not counted yet, each time in one conditional write that also moves its position; a batch
 * that touches more attributes than one write may have takes several. When others have counted some of it (a repeated, cut or
 * concurrent batch), the failed condition says how far, and the rest is added up again. So each contribution counts exactly
 * once, however often this is called with it.
 */
export async function addToCounter(usage: ItemTable, addition: CounterAddition): Promise<void> {
  let rest = addition.contributions;
  for (;;) {
    const step = firstStep(rest);
    if (!step) return;
    try {
      await usage.update(updateOf(addition, step));
      rest = rest.slice(step.length);
    } catch (error) {
      if (!(error instanceof ConditionFailedError)) throw error;
      const counted = positionIn(error.item);
      rest = rest.filter(({ position }) => position > counted);
    }
  }
}

/** What one write adds up: some first contributions, and their amounts. */
type Step = {
  readonly length: number;
  readonly first: PositionedContribution;
  readonly last: PositionedContribution;
  readonly amounts: ReadonlyMap<string, number>;
};

/** The most contributions from the first on that one write may have; undefined where there are none. */
function firstStep(contributions: readonly PositionedContribution[]): Step | undefined {
  const [first] = contributions;
  if (!first) return undefined;
  const amounts = new Map<string, number>();
  let last = first;
  let length = 0;
  for (const one of contributions) {
    const added = [...one.amounts.keys()].filter((name) => !amounts.has(name)).length;
    if (length > 0 && amounts.size + added > mostAttributes) break;
    for (const [name, amount] of one.amounts) addAmount(amounts, name, amount);
    last = one;
    length += 1;
  }
  return { length, first, last, amounts };
}

/** How far a counter has counted its partition; below every position where it has counted nothing of it. */
export const countedPosition = async (
  usage: ItemTable,
  { pk, sk }: Pick<CounterAddition, 'pk' | 'sk'>,
): Promise<string> => positionIn(await usage.get({ pk, sk }));

const positionIn = (item: Item | undefined): string => String(item?.position ?? '');

function updateOf({ pk, sk }: CounterAddition, { first, last, amounts }: Step) {
  const entries = [...amounts];
  const names = entries.map(([name], index) => [`#${placeholder(index)}`, name]);
  const values = entries.map(([, amount], index) => [`:${placeholder(index)}`, amount]);
  return {
    key: { pk, sk },
    update: `SET #position = :last, #expiresAt = :expiresAt ADD ${entries.map((_, index) => `#${placeholder(index)} :${placeholder(index)}`).join(', ')}`,
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

/** The name of an amount in the expression, short as that is. */
const placeholder = (index: number): string => index.toString(36);

/** The sort keys of the counters that have not counted a record, by its place in the batch. */
export type Uncounted = ReadonlyMap<number, readonly string[]>;

/**
 * Finds the counters that have not counted records which nothing can count any more and nothing has passed: those whose
 * positions are below. `again` has the first place of each addition whose counter cannot be read.
 */
export async function findUncounted(
  additions: readonly CounterAddition[],
  { usage, log }: { readonly usage: ItemTable; readonly log: Log },
): Promise<{ readonly uncounted: Uncounted; readonly again: readonly number[] }> {
  const uncounted = new Map<number, string[]>();
  const again: number[] = [];
  await concurrently(additions, async (addition) => {
    const { pk, sk, contributions } = addition;
    try {
      const counted = await countedPosition(usage, addition);
      for (const { place } of contributions.filter(({ position }) => position > counted)) {
        uncounted.set(place, [...(uncounted.get(place) ?? []), sk]);
      }
    } catch (error) {
      log.error('examine_failed', { pk, sk, detail: String(error) });
      again.push(addition.firstPlace);
    }
  });
  return { uncounted, again };
}
