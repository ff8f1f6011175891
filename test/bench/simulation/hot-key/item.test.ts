import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { seededRandom } from '../../../../bench/random.ts';
import { Events } from '../../../../bench/simulation/events.ts';
import { Item, sharesOf, WriteCount, writesPerSecond } from '../../../../bench/simulation/hot-key/item.ts';

function makeItem(share: number) {
  const [events, writes] = [new Events(), new WriteCount()];
  return { events, writes, item: new Item({ events, random: seededRandom(1), share, writes }) };
}

describe('an item', () => {
  test('counts what is wanted up to its share of the second, and no second takes from another', () => {
    const { events, item, writes } = makeItem(10);
    const counted: (number | undefined)[] = [];
    for (const [second, wanted] of [
      [0, 7],
      [0, 7],
      [0, 1],
      [1, 10],
    ] as const) {
      item.count(second, wanted, (count) => counted.push(count));
      events.run();
    }
    expect(counted).toEqual([7, 3, 0, 10]);
    expect(writes).toEqual({ done: 4, throttled: 0 });
  });

  test('takes no more writes than AWS lets it, and says of the others that no write was made', () => {
    const { events, item, writes } = makeItem(1_000_000);
    const seconds = 8;
    let failed = 0;
    const note = (counted: number | undefined) => {
      if (counted === undefined) failed += 1;
    };
    for (let ms = 0; ms < seconds * 1_000; ms += 0.5) {
      events.after(ms, () => item.count(0, 1, note));
    }
    events.run();
    // A second's burst to begin with, and the tries that end after the last call.
    expect(writes.done).toBeLessThanOrEqual((seconds + 1.4) * writesPerSecond);
    expect(writes.done).toBeGreaterThan(seconds * writesPerSecond);
    expect(writes.done + failed).toBe(seconds * 2_000);
    expect(writes.throttled).toBeGreaterThan(failed);
  });
});

test('the shares of a limit add up to it, and none is more than one above another', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 10_000 }), fc.integer({ min: 1, max: 20 }), (limit, items) => {
      const shares = sharesOf(limit, items);
      expect(shares.reduce((sum, share) => sum + share, 0)).toBe(limit);
      expect(Math.max(...shares) - Math.min(...shares)).toBeLessThanOrEqual(1);
    }),
  );
});
