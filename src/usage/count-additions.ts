import type { Log } from '../log.ts';
import { concurrently } from '../runtime/concurrently.ts';
import { ConditionFailedError, type Item, type ItemTable } from '../table/item-table.ts';
import { addAmount, type Contribution } from './tally-counter.ts';

/** `position` is in the stream, `batchIndex` in the batch. */
export type PositionedContribution = Contribution & { readonly position: string; readonly batchIndex: number };

/** In the stream's order, and all from one partition of Records: one position says how far the counter has counted. */
export type CounterAddition = {
  readonly pk: string;
  readonly sk: string;
  readonly contributions: readonly PositionedContribution[];
  readonly firstIndex: number;
};

/** An expression may have 4 KB and 300 operators (DynamoDB quotas). One record, with at most 100 calls, always fits. */
export const maxAttributes = 290;

/**
 * Adds each contribution exactly once, however often it is called. Each write also moves the counter's position, on
 * condition that the position is still before the first contribution. If that fails, a repeated, cut or concurrent
 * batch was counted before: the returned item says how far, and the rest is added.
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

type Step = {
  readonly length: number;
  readonly first: PositionedContribution;
  readonly last: PositionedContribution;
  readonly amounts: ReadonlyMap<string, number>;
};

/** The longest prefix that fits into one write. */
function firstStep(contributions: readonly PositionedContribution[]): Step | undefined {
  const [first] = contributions;
  if (!first) return undefined;
  const amounts = new Map<string, number>();
  let last = first;
  let length = 0;
  for (const contribution of contributions) {
    const added = [...contribution.amounts.keys()].filter((name) => !amounts.has(name)).length;
    if (length > 0 && amounts.size + added > maxAttributes) break;
    for (const [name, amount] of contribution.amounts) addAmount(amounts, name, amount);
    last = contribution;
    length += 1;
  }
  return { length, first, last, amounts };
}

/** A counter that has counted nothing is before every position. */
export const countedPosition = async (
  usage: ItemTable,
  { pk, sk }: Pick<CounterAddition, 'pk' | 'sk'>,
): Promise<string> => positionIn(await usage.get({ pk, sk }));

const positionIn = (item: Item | undefined): string => String(item?.position ?? '');

function updateOf({ pk, sk }: CounterAddition, { first, last, amounts }: Step) {
  const entries = [...amounts];
  const names = entries.map(([name], index) => [`#${placeholder(index)}`, name]);
  const values = entries.map(([, amount], index) => [`:${placeholder(index)}`, amount]);
  const additions = entries.map((_, index) => `#${placeholder(index)} :${placeholder(index)}`);
  return {
    key: { pk, sk },
    update: `SET #position = :last, #expiresAt = :expiresAt ADD ${additions.join(', ')}`,
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

/** Short, because expressions have a size limit. */
const placeholder = (index: number): string => index.toString(36);

type Uncounted = ReadonlyMap<number, readonly string[]>;

/** The counters whose position is before that of an expired record, and additions whose counter could not be read. */
export async function findUncounted(
  additions: readonly CounterAddition[],
  { usage, log }: { readonly usage: ItemTable; readonly log: Log },
): Promise<{ readonly uncounted: Uncounted; readonly redeliver: readonly number[] }> {
  const uncounted = new Map<number, string[]>();
  const redeliver: number[] = [];
  await concurrently(additions, async (addition) => {
    const { pk, sk, contributions } = addition;
    try {
      const counted = await countedPosition(usage, addition);
      for (const { batchIndex } of contributions.filter(({ position }) => position > counted)) {
        uncounted.set(batchIndex, [...(uncounted.get(batchIndex) ?? []), sk]);
      }
    } catch (error) {
      log.error('examine_failed', { pk, sk, detail: String(error) });
      redeliver.push(addition.firstIndex);
    }
  });
  return { uncounted, redeliver };
}
