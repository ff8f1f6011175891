import { describe, expect, test } from '@jest/globals';
import type { Key } from '../../../../dashboard/api/api.ts';
import { byCallsToday, todayTotals } from '../../../../dashboard/pages/overview/today-totals.ts';

const resetsAt = '2026-11-21T00:00:00.000Z';

const keyWith = (name: string, today: number | undefined): Key => ({
  keyId: `key_${name}`,
  name,
  state: 'active',
  createdAt: '2026-11-01T00:00:00.000Z',
  lastUsedAt: null,
  secrets: [],
  limits: { callsPerSecond: 10, callsPerDay: 50_000 },
  calls: today === undefined ? null : { thisSecond: 0, today, resetsAt },
});

describe('today', () => {
  test('is the sum over the keys, each of which has a quota of its own', () => {
    expect(todayTotals([keyWith('a', 40), keyWith('b', 2)])).toEqual({
      calls: 42,
      quota: 100_000,
      resetsAt: Date.parse(resetsAt),
      unknown: 0,
    });
  });

  test('says how many counters could not be read, instead of counting them as 0 silently', () => {
    expect(todayTotals([keyWith('a', 40), keyWith('b', undefined)])).toMatchObject({ calls: 40, unknown: 1 });
  });

  test('has no moment of reset where no key tells it', () => {
    expect(todayTotals([]).resetsAt).toBeUndefined();
    expect(todayTotals([keyWith('a', undefined)]).resetsAt).toBeUndefined();
  });
});

test('the busiest key comes first, and equal ones stay in their order', () => {
  const keys = [keyWith('idle', 0), keyWith('unknown', undefined), keyWith('busy', 9), keyWith('busier', 10)];
  expect(byCallsToday(keys).map(({ name }) => name)).toEqual(['busier', 'busy', 'idle', 'unknown']);
});
