import { describe, expect, test } from '@jest/globals';
import {
  isPicked,
  methodSuggestions,
  methodsSince,
} from '../../../../../dashboard/pages/history/filters/method-suggestions.ts';

const figures = (calls: number) => ({ calls, errors: 0, outcomes: { ok: calls }, meanLatency: null });

describe('methods are suggested', () => {
  test('most called first, and the groups without a method last', () => {
    const byMethod = { none: figures(90), getSlot: figures(2), getBalance: figures(1_200), other: figures(99) };
    expect(methodSuggestions(byMethod)).toEqual([
      { value: 'getBalance', hint: 'called 1.2K times' },
      { value: 'getSlot', hint: 'called 2 times' },
      { value: 'other', hint: 'unknown methods' },
      { value: 'none', hint: 'no readable method' },
    ]);
  });

  test('from the days that the plan keeps, including today', () => {
    expect(methodsSince(1, Date.UTC(2026, 10, 20, 15))).toBe('2026-11-20T00:00:00.000Z');
    expect(methodsSince(7, Date.UTC(2026, 10, 20, 15))).toBe('2026-11-14T00:00:00.000Z');
  });
});

describe('a suggestion was picked', () => {
  const suggestions = [{ value: 'getBlock', hint: '' }];

  test('if the whole text changed at once', () => {
    expect(isPicked('', 'getBlock', suggestions)).toBe(true);
    expect(isPicked('getB', 'getBlock', suggestions)).toBe(true);
  });

  test('not if it was typed or shortened letter by letter: more may follow', () => {
    expect(isPicked('getBloc', 'getBlock', suggestions)).toBe(false);
    expect(isPicked('getBlocks', 'getBlock', suggestions)).toBe(false);
  });

  test('not if the text is not a suggestion', () => {
    expect(isPicked('', 'getSlot', suggestions)).toBe(false);
  });
});
