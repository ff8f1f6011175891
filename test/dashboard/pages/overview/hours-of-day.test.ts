import { expect, test } from '@jest/globals';
import { historySearchOf, hoursOfDay, todaySeries } from '../../../../dashboard/pages/overview/hours-of-day.ts';

const startOfDay = '2026-11-20T00:00:00.000Z';

const figures = (outcomes: Readonly<Record<string, number>>) => ({
  calls: 0,
  errors: 0,
  outcomes,
  latency: null,
  rpcErrorCodes: {},
});

test('a day has 24 hours, those to come without values, beside the hours of the day before', () => {
  const yesterday = hoursOfDay('2026-11-19T00:00:00.000Z').map((at, hour) => ({
    at: new Date(at).toISOString(),
    ...figures({ ok: 100 + hour }),
  }));
  const today = ['00', '01'].map((hour) => ({
    at: `2026-11-20T${hour}:00:00.000Z`,
    ...figures({ ok: 5, rate_limited: 1 }),
  }));
  const series = todaySeries(startOfDay, {
    points: [...yesterday, ...today],
    total: figures({ ok: 2_686, rate_limited: 2 }),
  });
  expect(series.map(({ id, values, before }) => [id, values.length, before?.length])).toEqual([
    ['ok', 24, 24],
    ['rate_limited', 24, 24],
  ]);
  expect(series[0]?.values.slice(0, 3)).toEqual([5, 5, null]);
  expect(series[0]?.before?.at(-1)).toBe(123);
  expect(series[1]?.before?.[0]).toBe(0);
});

test('an hour leads to its requests, and an outcome of a later release to its errors', () => {
  const hour = { from: '2026-11-20T02:00:00.000Z', to: '2026-11-20T03:00:00.000Z' };
  expect(historySearchOf(startOfDay, 2)).toMatchObject(hour);
  expect(historySearchOf(startOfDay, 2).outcome).toBeUndefined();
  expect(historySearchOf(startOfDay, 2, 'rate_limited')).toMatchObject({ ...hour, outcome: 'rate_limited' });
  expect(historySearchOf(startOfDay, 2, 'key_paused')).toMatchObject({ ...hour, outcome: 'error' });
});
