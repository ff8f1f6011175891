import type { Log } from '../log.ts';
import type { ItemTable } from '../table/table.ts';
import { concurrently } from './concurrently.ts';
import { type Addition, countedUpTo } from './count.ts';

/** The sort keys of the counters that have not counted a record, by its place in the batch. */
export type Uncounted = ReadonlyMap<number, readonly string[]>;

/**
 * Finds the counters that have not counted records which nothing can count any more and nothing has passed: those whose
 * positions are below. `again` has the first place of each addition whose counter cannot be read.
 */
export async function findUncounted(
  additions: readonly Addition[],
  { usage, log }: { readonly usage: ItemTable; readonly log: Log },
): Promise<{ readonly uncounted: Uncounted; readonly again: readonly number[] }> {
  const uncounted = new Map<number, string[]>();
  const again: number[] = [];
  await concurrently(additions, async (addition) => {
    const { pk, sk, contributions } = addition;
    try {
      const counted = await countedUpTo(usage, addition);
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
