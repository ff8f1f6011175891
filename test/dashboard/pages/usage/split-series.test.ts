import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { UsageSplit } from '../../../../dashboard/api/api.ts';
import { chosenSplit, splitChoices } from '../../../../dashboard/pages/usage/split-choice.ts';
import {
  measureFilter,
  splitParts,
  splitSeries,
  sumOfParts,
  valuesOf,
} from '../../../../dashboard/pages/usage/split-series.ts';

const split = (changes: Partial<UsageSplit> = {}): UsageSplit => ({
  from: '2026-11-20T10:00:00.000Z',
  to: '2026-11-20T12:00:00.000Z',
  span: 'hour',
  by: 'key',
  at: ['2026-11-20T10:00:00.000Z', '2026-11-20T11:00:00.000Z'],
  parts: [
    { id: 'key_1', name: 'bot', calls: [8, 0], errors: [2, 0] },
    { id: 'key_2', name: 'bot', calls: [1, 3], errors: [0, 3] },
  ],
  others: { count: 3, calls: [4, 4], errors: [1, 0] },
  ...changes,
});

const mark = (id: string, name: string) => `${name}, ${id}`;

describe('the parts of a split report', () => {
  test('lead to the requests of their key, and all others together to none', () => {
    expect(splitParts(split(), mark).map(({ id, label, filter }) => ({ id, label, filter }))).toEqual([
      { id: 'key_1', label: 'bot, key_1', filter: { key: 'key_1' } },
      { id: 'key_2', label: 'bot, key_2', filter: { key: 'key_2' } },
      { id: '', label: '3 others', filter: undefined },
    ]);
  });

  test.each([
    ['method', 'getSlot', 'getSlot'],
    ['method', 'other', 'Unknown methods'],
    ['network', 'devnet', 'devnet'],
  ] as const)('by %s: %s', (by, id, label) => {
    const parts = [{ id, name: id, calls: [1, 0], errors: [0, 0] }];
    expect(splitParts(split({ by, parts, others: null }), mark)).toMatchObject([{ id, label, filter: { [by]: id } }]);
  });

  test('one other is one', () => {
    const [, , others] = splitParts(split({ others: { count: 1, calls: [1, 0], errors: [0, 0] } }), mark);
    expect(others?.label).toBe('1 other');
  });

  test('add up at each time', () => {
    expect(sumOfParts(splitParts(split(), mark))).toEqual({ calls: [13, 7], errors: [3, 3] });
    expect(sumOfParts([])).toEqual({ calls: [], errors: [] });
  });
});

test('calls, errors, and shares with a gap where there were no calls', () => {
  const [part] = splitParts(split(), mark);
  if (!part) throw new Error('There is no part.');
  expect(valuesOf(part, 'calls')).toEqual([8, 0]);
  expect(valuesOf(part, 'errors')).toEqual([2, 0]);
  expect(valuesOf(part, 'share')).toEqual([1 / 4, null]);
});

test('five parts and all others have looks of their own: colours, patterns and dashes', () => {
  const part = { calls: [1, 1], errors: [1, 0] };
  const parts = Array.from({ length: 5 }, (_, index) => ({ id: `key_${index}`, name: 'same', ...part }));
  const series = splitSeries(splitParts(split({ parts }), mark), 'errors');
  expect(series).toHaveLength(6);
  for (const look of ['id', 'color', 'pattern', 'dash'] as const) {
    expect(new Set(series.map((one) => one[look])).size).toBe(6);
  }
});

test('bars of the parts are as high as those of all calls, whatever the parts', () => {
  const counts = fc.array(fc.nat(1_000), { minLength: 2, maxLength: 2 });
  const part = fc.record({ calls: counts, errors: counts });
  fc.assert(
    fc.property(fc.array(part, { maxLength: 5 }), part, (parts, others) => {
      const named = parts.map((counted, index) => ({ id: `${index}`, name: `${index}`, ...counted }));
      const series = splitSeries(splitParts(split({ parts: named, others: { count: 2, ...others } }), mark), 'calls');
      for (const index of [0, 1]) {
        const height = series.reduce((sum, { values }) => sum + (values[index] ?? 0), 0);
        expect(height).toBe([...parts, others].reduce((sum, { calls }) => sum + (calls[index] ?? 0), 0));
      }
    }),
  );
});

test('a report of one key or network is not split by it', () => {
  expect(splitChoices({})).toEqual(['key', 'method', 'network']);
  expect(splitChoices({ key: 'key_1', network: 'devnet' })).toEqual(['method']);
  expect(chosenSplit('key', { key: 'key_1' })).toBeUndefined();
  expect(chosenSplit('key', { network: 'devnet' })).toBe('key');
  expect(chosenSplit(undefined, {})).toBeUndefined();
});

test('a figure of errors leads to errors only', () => {
  expect([measureFilter('calls'), measureFilter('errors'), measureFilter('share')]).toEqual([
    {},
    { outcome: 'error' },
    { outcome: 'error' },
  ]);
});
