import { describe, expect, test } from '@jest/globals';
import { noCounts } from '../../src/limits/counts.ts';
import { Memory } from '../../src/limits/memory.ts';

const at = Date.UTC(2026, 10, 20, 14, 25);
const counts = { used: 7, seconds: new Map([[51_900, 3]]) };

describe('what a process remembers of a key', () => {
  test('is nothing at first', () => expect(new Memory().get('key_1', at)).toEqual(noCounts));

  test('is what it saw last, for each key', () => {
    const memory = new Memory();
    memory.learn('key_1', at, noCounts);
    memory.learn('key_1', at, counts);
    expect(memory.get('key_1', at)).toEqual(counts);
    expect(memory.get('key_2', at)).toEqual(noCounts);
  });

  test('believes the day’s count for fifteen seconds, and the seconds’ until the day ends', () => {
    const memory = new Memory();
    memory.learn('key_1', at, counts);
    expect(memory.get('key_1', at + 14_999)).toEqual(counts);
    expect(memory.get('key_1', at + 15_000)).toEqual({ ...counts, used: 0 });
    expect(memory.get('key_1', Date.UTC(2026, 10, 21) - 1).seconds).toEqual(counts.seconds);
    expect(memory.get('key_1', Date.UTC(2026, 10, 21))).toEqual(noCounts);
  });

  test('is of ten thousand keys at most: the one learned longest ago goes first', () => {
    const memory = new Memory();
    for (let key = 0; key < 10_000; key += 1) memory.learn(`key_${key}`, at, counts);
    memory.learn('key_0', at, counts);
    memory.learn('key_new', at, counts);
    expect(memory.get('key_0', at)).toEqual(counts);
    expect(memory.get('key_1', at)).toEqual(noCounts);
    expect(memory.get('key_2', at)).toEqual(counts);
    expect(memory.get('key_new', at)).toEqual(counts);
  });
});
