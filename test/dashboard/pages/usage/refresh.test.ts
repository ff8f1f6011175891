import { expect, test } from '@jest/globals';
import { refreshEvery } from '../../../../dashboard/pages/usage/refresh.ts';

const now = Date.UTC(2026, 10, 20, 17);

test('a range that ends now or later is looked at again, the finer the sooner', () => {
  const every = (['minute', 'hour', 'day'] as const).map((span) => refreshEvery({ span }, now) ?? 0);
  expect(every).toEqual(every.toSorted((one, other) => one - other));
  expect(every.every((milliseconds) => milliseconds >= 5_000)).toBe(true);
  expect(refreshEvery({ span: 'hour', to: now + 1 }, now)).toBeDefined();
});

test('a range that has ended is looked at until its last calls are counted, and then no more', () => {
  expect(refreshEvery({ span: 'hour', to: now - 1_000 }, now)).toBeDefined();
  expect(refreshEvery({ span: 'hour', to: now - 120_000 }, now)).toBeUndefined();
});
