import { describe, expect, test } from '@jest/globals';
import { seededRandom } from '../../../random.ts';
import { Events } from '../../../simulation/events.ts';
import { Item, writesPerSecond } from '../../../simulation/hot-key/item.ts';

function makeItem(limit: number) {
  const events = new Events();
  return { events, item: new Item({ events, random: seededRandom(1), limit }) };
}

describe('an item', () => {
  test('counts calls up to the limit of a second, and no second takes from another', () => {
    const { events, item } = makeItem(2);
    const counted: (boolean | undefined)[] = [];
    for (const second of [0, 0, 0, 1]) {
      item.count(second, (known) => counted.push(known));
      events.run();
    }
    expect(counted).toEqual([true, true, false, true]);
    expect(item).toMatchObject({ writes: 4, throttledWrites: 0 });
  });

  test('takes no more writes than AWS lets it, and says of the others that no write was made', () => {
    const { events, item } = makeItem(1_000_000);
    const seconds = 8;
    let failed = 0;
    const note = (counted: boolean | undefined) => {
      if (counted === undefined) failed += 1;
    };
    for (let ms = 0; ms < seconds * 1_000; ms += 0.5) {
      events.after(ms, () => item.count(0, note));
    }
    events.run();
    // A second's burst to begin with, and the tries that end after the last call.
    expect(item.writes).toBeLessThanOrEqual((seconds + 1.4) * writesPerSecond);
    expect(item.writes).toBeGreaterThan(seconds * writesPerSecond);
    expect(item.writes + failed).toBe(seconds * 2_000);
    expect(item.throttledWrites).toBeGreaterThan(failed);
  });
});
