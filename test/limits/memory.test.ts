import { describe, expect, test } from '@jest/globals';
import { Memory } from '../../src/limits/memory.ts';
import { nothingSeen } from '../../src/limits/seen.ts';

const at = Date.UTC(2026, 10, 20, 14, 25);
const seen = { counts: { used: 7, seconds: new Map([[51_900, 3]]) }, markers: new Map([['m1a', 1]]) };

describe('what a process remembers of an item', () => {
  test('is nothing at first', () => expect(new Memory().get('key_1#day', at)).toEqual(nothingSeen));

  test('is what it saw last, of each', () => {
    const memory = new Memory();
    memory.learn('key_1#day', at, nothingSeen);
    memory.learn('key_1#day', at, seen);
    expect(memory.get('key_1#day', at)).toEqual(seen);
    expect(memory.get('key_1#next', at)).toEqual(nothingSeen);
  });

  test('is believed for fifteen seconds as to the day’s count, which can fall again', () => {
    const memory = new Memory();
    memory.learn('key_1#day', at, seen);
    expect(memory.get('key_1#day', at + 14_999)).toEqual(seen);
    expect(memory.get('key_1#day', at + 15_000)).toEqual({ ...seen, counts: { ...seen.counts, used: 0 } });
  });

  test('says how many seconds ago it saw the item: infinitely many when it never did', () => {
    const memory = new Memory();
    expect(memory.secondsSince('key_1#day', at)).toBe(Number.POSITIVE_INFINITY);
    memory.learn('key_1#day', at, seen);
    expect(memory.secondsSince('key_1#day', at + 9_900)).toBe(9.9);
  });

  test('is of ten thousand items at most: the one learned longest ago goes first', () => {
    const memory = new Memory();
    for (let key = 0; key < 10_000; key += 1) memory.learn(`key_${key}`, at, seen);
    memory.learn('key_0', at, seen);
    memory.learn('key_new', at, seen);
    expect(memory.get('key_0', at)).toEqual(seen);
    expect(memory.get('key_1', at)).toEqual(nothingSeen);
    expect(memory.get('key_2', at)).toEqual(seen);
    expect(memory.get('key_new', at)).toEqual(seen);
  });
});
