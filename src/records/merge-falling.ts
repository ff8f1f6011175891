import type { Item } from '../table/table.ts';

/** A sequence of items, the next of which has been read. */
type Begun = { readonly item: Item; readonly rest: AsyncGenerator<Item> };

/**
 * Merges sequences of items with falling sort keys into one. The first item of each is asked for at once, the next ones
 * only as they are wanted; who stops early ends them all.
 */
export async function* mergeFalling(sequences: readonly AsyncGenerator<Item>[]): AsyncGenerator<Item> {
  try {
    const begun = await Promise.all(sequences.map(begin));
    let left = begun.flat();
    for (let first = highest(left); first; first = highest(left)) {
      yield first.item;
      const next = await begin(first.rest);
      left = [...left.filter((other) => other !== first), ...next];
    }
  } finally {
    await Promise.all(sequences.map((sequence) => sequence.return(undefined)));
  }
}

/** The sequence with its next item; nothing when it has ended. */
async function begin(rest: AsyncGenerator<Item>): Promise<Begun[]> {
  const { value, done } = await rest.next();
  return done ? [] : [{ item: value, rest }];
}

const highest = ([first, ...others]: readonly Begun[]): Begun | undefined =>
  first && others.reduce((high, other) => (String(other.item.sk) > String(high.item.sk) ? other : high), first);
