import { expect, test } from '@jest/globals';
import { refreshInterval } from '../../../../dashboard/pages/usage/usage-range.ts';

const now = Date.UTC(2026, 10, 20, 17);

test('a range that ends now or later is refetched, more often for finer spans', () => {
  const every = (['minute', 'hour', 'day'] as const).map((span) => refreshInterval({ span }, now) ?? 0);
  expect(every).toEqual(every.toSorted((one, other) => one - other));
  expect(every.every((milliseconds) => milliseconds >= 5_000)).toBe(true);
  expect(refreshInterval({ span: 'hour', to: now + 1 }, now)).toBeDefined();
});

test('a past range is refetched until its last calls are counted', () => {
  expect(refreshInterval({ span: 'minute', to: now - 1_000 }, now)).toBeDefined();
  expect(refreshInterval({ span: 'minute', to: now - 120_000 }, now)).toBeUndefined();
});

test('a range that ends within a span is refetched until that span is counted: the API shows all of it', () => {
  const to = now + 20 * 60_000;
  const afterwards = (minutes: number) => refreshInterval({ span: 'hour', to }, now + minutes * 60_000);
  expect(afterwards(22)).toBeDefined();
  expect(afterwards(60)).toBeDefined();
  expect(afterwards(62)).toBeUndefined();
});
