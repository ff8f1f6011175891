import { describe, expect, test } from '@jest/globals';
import { shouldLoadMore } from '../../../../../dashboard/pages/history/list/older-requests.ts';

const start = { pages: 0, rows: 0 };

describe('a list loads older pages automatically', () => {
  test('while pages are empty or short', () => {
    expect(shouldLoadMore(start, { pages: 1, rows: 0 })).toBe(true);
    expect(shouldLoadMore(start, { pages: 4, rows: 19 })).toBe(true);
  });

  test('until there are enough rows', () => {
    expect(shouldLoadMore(start, { pages: 1, rows: 20 })).toBe(false);
  });

  test('until it has loaded five pages', () => {
    expect(shouldLoadMore(start, { pages: 5, rows: 3 })).toBe(false);
  });

  test('again after each click, counting from there', () => {
    const asked = { pages: 5, rows: 70 };
    expect(shouldLoadMore(asked, asked)).toBe(true);
    expect(shouldLoadMore(asked, { pages: 9, rows: 71 })).toBe(true);
    expect(shouldLoadMore(asked, { pages: 10, rows: 71 })).toBe(false);
    expect(shouldLoadMore(asked, { pages: 6, rows: 120 })).toBe(false);
  });

  test('counting from zero after the list started over', () => {
    expect(shouldLoadMore({ pages: 5, rows: 70 }, { pages: 1, rows: 50 })).toBe(false);
    expect(shouldLoadMore({ pages: 5, rows: 70 }, { pages: 1, rows: 5 })).toBe(true);
  });
});
