import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { Seen } from '../../src/limits/seen.ts';
import { staleIn, sweptNames, wantsSweeping } from '../../src/limits/stale.ts';

const seen = (seconds: readonly number[], markers: Readonly<Record<string, number>> = {}): Seen => ({
  counts: { used: 0, seconds: new Map(seconds.map((second) => [second, 1])) },
  markers: new Map(Object.entries(markers)),
});
const range = (start: number, end: number) => Array.from({ length: end - start }, (_, index) => start + index);

describe('what a write takes out of an item', () => {
  test('is nothing of an item that was not seen', () => {
    expect(staleIn(seen([]), 1_000)).toEqual({ names: [], held: 0 });
  });

  test('are the counters it has seen that are more than ten seconds back', () => {
    expect(staleIn(seen([3, 989, 990, 999, 1_000, 1_001]), 1_000).names).toEqual(['s3', 's989']);
  });

  test('are the markers of blocks of four seconds, when a whole block has passed since', () => {
    const markers = { m247a: 1, m248a: 5, m248b: 2, m249b: 1, m250a: 1 };
    expect(staleIn(seen([], markers), 999).names).toEqual(['m247a']);
    expect(staleIn(seen([], markers), 1_000)).toEqual({ names: ['m247a', 'm248a', 'm248b'], held: 8 });
  });

  test('are none that a slow clock, or the last try of a write, may still look at', () => {
    fc.assert(
      fc.property(fc.nat(86_399), fc.uniqueArray(fc.nat(86_399)), (own, seconds) => {
        const blocks = Object.fromEntries(seconds.map((second) => [`m${Math.floor(second / 4)}a`, 1]));
        for (const name of staleIn(seen(seconds, blocks), own).names) {
          const [, kind, number] = /^([sm])(\d+)/.exec(name) ?? [];
          const last = kind === 's' ? Number(number) : Number(number) * 4 + 3;
          expect(last + (kind === 's' ? 10 : 4)).toBeLessThan(own);
        }
      }),
    );
  });

  test('is named once each, for DynamoDB refuses a path that stands twice', () => {
    fc.assert(
      fc.property(fc.nat(200), fc.uniqueArray(fc.nat(200)), (own, seconds) => {
        const { names } = staleIn(seen(seconds), own);
        expect(new Set(names).size).toBe(names.length);
      }),
    );
  });

  test('is little enough for one expression, however much there is', () => {
    const { names, held } = staleIn(seen(range(0, 80_000)), 86_000);
    expect(names).toHaveLength(60);
    expect(held).toBe(80_000);
  });
});

describe('what others may have left', () => {
  const own = 1_000;

  test('is taken out unseen when the item was last seen ten seconds ago, or never', () => {
    expect(sweptNames(seen([3]), own, 9.9)).toEqual(['s3']);
    for (const ago of [10, Number.POSITIVE_INFINITY]) {
      const names = sweptNames(seen([3, 970], { m100a: 1 }), own, ago);
      expect(names).toEqual(expect.arrayContaining(['s3', 'm100a', 's958', 's989', 'm240a', 'm247b']));
      expect(names).toHaveLength(2 + 32 + 16);
    }
  });

  test('is never what may still be of use, nor before the day, nor named twice', () => {
    fc.assert(
      fc.property(fc.nat(86_399), fc.uniqueArray(fc.nat(200)), (second, back) => {
        const names = sweptNames(seen(back.map((seconds) => second - seconds).filter((at) => at >= 0)), second, 60);
        expect(new Set(names).size).toBe(names.length);
        for (const name of names) {
          const [, kind, number] = /^([sm])(\d+)[ab]?$/.exec(name) ?? [];
          expect(kind).toBeDefined();
          expect(kind === 's' ? Number(number) + 10 : Number(number) * 4 + 7).toBeLessThan(second);
        }
      }),
    );
  });
});

test('an item is swept at once when it holds more than thirty-two numbers and tokens of no use', () => {
  expect(wantsSweeping(staleIn(seen(range(0, 32)), 1_000))).toBe(false);
  expect(wantsSweeping(staleIn(seen(range(0, 32), { m1a: 1 }), 1_000))).toBe(true);
  expect(wantsSweeping(staleIn(seen([], { m1a: 33 }), 1_000))).toBe(true);
});
