import type { RequestRecord } from '../records/record.ts';
import type { ItemTable } from '../table/table.ts';
import { contributionsLeft } from '../usage/additions.ts';
import { concurrently } from '../usage/concurrently.ts';
import { countedUpTo } from '../usage/count.ts';
import { readStreamRecord } from '../usage/stream-record.ts';

/** The counters of a record, by their sort keys, and whether none of them has counted it and none is unclear. */
export type Examined = {
  readonly uncounted: readonly string[];
  readonly unclear: readonly string[];
  readonly isNew: boolean;
  readonly record: RequestRecord;
};

/**
 * Finds out which counters have counted a record that is not delivered any more. One that has not come as far has not;
 * one that ends there has; one that is past it may have counted it or not. Undefined for what cannot be read.
 */
export async function examine(usage: ItemTable, event: unknown): Promise<Examined | undefined> {
  const read = readable(event);
  if (!read) return undefined;
  const { streamed, contributions } = read;
  const [uncounted, unclear]: [string[], string[]] = [[], []];
  await concurrently(contributions, async ({ pk, sk }) => {
    const counted = await countedUpTo(usage, { pk, sk });
    if (counted < streamed.position) uncounted.push(sk);
    if (counted > streamed.position) unclear.push(sk);
  });
  const isNew = uncounted.length === contributions.length && streamed.uncounted === undefined;
  return { uncounted: uncounted.toSorted(), unclear: unclear.toSorted(), isNew, record: streamed.record };
}

function readable(event: unknown) {
  try {
    const streamed = readStreamRecord(event);
    return { streamed, contributions: contributionsLeft(streamed) };
  } catch {
    return undefined;
  }
}
