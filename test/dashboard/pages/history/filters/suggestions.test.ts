import { describe, expect, test } from '@jest/globals';
import {
  errorCodeSuggestions,
  matchingSuggestions,
  methodSuggestions,
  suggestionsFrom,
} from '../../../../../dashboard/pages/history/filters/suggestions.ts';

const figures = (calls: number) => ({ calls, errors: 0, outcomes: { ok: calls }, meanLatency: null });

describe('methods are suggested', () => {
  test('most called first, and the groups without a method last', () => {
    const byMethod = { none: figures(90), getSlot: figures(1), getBalance: figures(1_200), other: figures(99) };
    expect(methodSuggestions(byMethod)).toEqual([
      { value: 'getBalance', hint: '1.2K calls' },
      { value: 'getSlot', hint: '1 call' },
      { value: 'other', hint: 'unknown methods' },
      { value: 'none', hint: 'no method read' },
    ]);
  });

  test('also if they are named like a property of every object', () => {
    expect(methodSuggestions({ toString: figures(3) })).toEqual([{ value: 'toString', hint: '3 calls' }]);
  });

  test('from the days that the plan keeps, including today', () => {
    expect(suggestionsFrom(1, Date.UTC(2026, 10, 20, 15))).toBe('2026-11-20T00:00:00.000Z');
    expect(suggestionsFrom(7, Date.UTC(2026, 10, 20, 15))).toBe('2026-11-14T00:00:00.000Z');
  });
});

describe('error codes are suggested', () => {
  test('the most frequent first, with their names, then the others of the chain, and other codes last', () => {
    const suggestions = errorCodeSuggestions({ '-32602': 1, '-32601': 1_200, 77: 3 }, ['solana']);
    expect(suggestions.slice(0, 3)).toEqual([
      { value: '-32601', hint: 'Method not found, 1.2K calls' },
      { value: '77', hint: '3 calls' },
      { value: '-32602', hint: 'Invalid parameters, 1 call' },
    ]);
    const values = suggestions.map(({ value }) => value);
    expect(new Set(values).size).toBe(values.length);
    expect(values).toContain('-32004');
    expect(values.at(-1)).toBe('other');
  });

  test('of every chain whose networks may be in the list, and those of JSON-RPC while none is known', () => {
    const both = errorCodeSuggestions({}, ['solana', 'ethereum']).map(({ value }) => value);
    expect(both).toEqual(expect.arrayContaining(['-32004', '4444']));
    expect(errorCodeSuggestions({}, []).map(({ value }) => value)).toContain('-32602');
  });
});

test('suggestions are found by their value or hint', () => {
  const suggestions = [
    { value: '-32602', hint: 'Invalid parameters, 2 calls' },
    { value: '-32601', hint: 'Method not found' },
  ];
  expect(matchingSuggestions(suggestions, ' invalid ')).toEqual([suggestions[0]]);
  expect(matchingSuggestions(suggestions, '601')).toEqual([suggestions[1]]);
  expect(matchingSuggestions(suggestions, '')).toEqual(suggestions);
});
