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
  startedWith: null,
  limits: { callsPerSecond: 10, callsPerDay: 50_000 },
  calls: today === undefined ? null : { thisSecond: 0, today, resetsAt },
});

describe('today’s totals', () => {
  test('are the sums over the keys', () => {
    expect(todayTotals([keyWith('a', 40), keyWith('b', 2)])).toEqual({
      calls: 42,
      resetsAt: Date.parse(resetsAt),
      unknown: 0,
    });
  });

  test('have the number of counters that could not be read', () => {
    expect(todayTotals([keyWith('a', 40), keyWith('b', undefined)])).toMatchObject({ calls: 40, unknown: 1 });
  });

  test('have no reset time without readable counters', () => {
    expect(todayTotals([]).resetsAt).toBeUndefined();
    expect(todayTotals([keyWith('a', undefined)]).resetsAt).toBeUndefined();
  });
});

test('the busiest key comes first, and equal keys keep their order', () => {
  const keys = [keyWith('idle', 0), keyWith('unknown', undefined), keyWith('busy', 9), keyWith('busier', 10)];
  expect(byCallsToday(keys).map(({ name }) => name)).toEqual(['busier', 'busy', 'idle', 'unknown']);
});
