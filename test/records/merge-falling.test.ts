import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { mergeFalling } from '../../src/records/merge-falling.ts';
import type { Item } from '../../src/table/table.ts';

/** Items with those sort keys, which answer in turns of the event loop as `turns` says; notes what was taken, and the end. */
function sequence(keys: readonly string[], turns: readonly number[] = []) {
  const seen = { taken: 0, ended: false };
  async function* items(): AsyncGenerator<Item> {
    try {
      for (const [index, sk] of keys.entries()) {
        for (let turn = 0; turn < (turns[index] ?? 0); turn += 1) await new Promise(setImmediate);
        seen.taken += 1;
        yield { sk };
      }
    } finally {
      seen.ended = true;
    }
  }
  return { items: items(), seen };
}

const keysOf = async (items: AsyncGenerator<Item>) => (await Array.fromAsync(items)).map(({ sk }) => sk);
const falling = (keys: readonly string[]) => keys.toSorted().toReversed();

describe('sequences merged into one', () => {
  test('have every item once and in order, however they are spread, whichever answers first', async () => {
    const spread = fc.array(
      fc.record({
        key: fc.string({ minLength: 1, maxLength: 3 }),
        shard: fc.nat(4),
        turns: fc.nat(2),
      }),
      { maxLength: 30 },
    );
    await fc.assert(
      fc.asyncProperty(spread, fc.integer({ min: 1, max: 5 }), async (all, shards) => {
        const sequences = Array.from({ length: shards }, (_, shard) => {
          const own = all.filter((one) => one.shard % shards === shard);
          return sequence(
            falling(own.map(({ key }) => key)),
            own.map(({ turns }) => turns),
          );
        });
        const merged = await keysOf(mergeFalling(sequences.map(({ items }) => items)));
        expect(merged).toEqual(falling(all.map(({ key }) => key)));
      }),
    );
  });

  test('of none, or of empty ones, have none', async () => {
    expect(await keysOf(mergeFalling([]))).toEqual([]);
    expect(await keysOf(mergeFalling([sequence([]).items, sequence([]).items]))).toEqual([]);
  });

  test('take the first item of each, and then only what is wanted', async () => {
    const [high, low] = [sequence(['9', '8', '7', '6']), sequence(['5', '4'])];
    const merged = mergeFalling([high.items, low.items]);
    expect((await merged.next()).value).toEqual({ sk: '9' });
    expect([high.seen.taken, low.seen.taken]).toEqual([1, 1]);
    expect((await merged.next()).value).toEqual({ sk: '8' });
    expect([high.seen.taken, low.seen.taken]).toEqual([2, 1]);
  });

  test('all end when the reader stops', async () => {
    const sequences = [sequence(['3', '1']), sequence(['2'])];
    for await (const item of mergeFalling(sequences.map(({ items }) => items))) if (item.sk === '2') break;
    expect(sequences.map(({ seen }) => seen.ended)).toEqual([true, true]);
  });

  test('all end, and the error is thrown, when one fails', async () => {
    const other = sequence(['2', '1']);
    // biome-ignore lint/correctness/useYield: it fails before it has anything to give
    async function* failing(): AsyncGenerator<Item> {
      throw new Error('down');
    }
    await expect(keysOf(mergeFalling([other.items, failing()]))).rejects.toThrow('down');
    expect(other.seen.ended).toBe(true);
  });
});
