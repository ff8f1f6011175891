import { describe, expect, test } from '@jest/globals';
import { goesOn } from '../../../../../dashboard/pages/history/list/continuation.ts';

const start = { pages: 0, rows: 0 };

describe('a list loads on by itself', () => {
  test('while pages come empty or short', () => {
    expect(goesOn(start, { pages: 1, rows: 0 })).toBe(true);
    expect(goesOn(start, { pages: 4, rows: 19 })).toBe(true);
  });

  test('until there are enough rows', () => {
    expect(goesOn(start, { pages: 1, rows: 20 })).toBe(false);
  });

  test('until it has looked five times', () => {
    expect(goesOn(start, { pages: 5, rows: 3 })).toBe(false);
  });

  test('anew each time somebody asks, by what has come since', () => {
    const asked = { pages: 5, rows: 70 };
    expect(goesOn(asked, asked)).toBe(true);
    expect(goesOn(asked, { pages: 9, rows: 71 })).toBe(true);
    expect(goesOn(asked, { pages: 10, rows: 71 })).toBe(false);
    expect(goesOn(asked, { pages: 6, rows: 120 })).toBe(false);
  });

  test('by what it has, once it began anew', () => {
    expect(goesOn({ pages: 5, rows: 70 }, { pages: 1, rows: 50 })).toBe(false);
    expect(goesOn({ pages: 5, rows: 70 }, { pages: 1, rows: 5 })).toBe(true);
  });
});
