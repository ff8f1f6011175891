import { describe, expect, test } from '@jest/globals';
import {
  partOfHourYesterday,
  sinceYesterday,
  startOfYesterday,
  untilNowYesterday,
} from '../../../../dashboard/pages/overview/today.ts';

const now = Date.UTC(2026, 10, 20, 2, 20, 5);

const yesterday = '2026-11-19T00:00:00.000Z';

const pointAt = (at: string, calls: number, errors: number) => ({
  at,
  calls,
  errors,
  outcomes: {},
  latency: null,
  rpcErrorCodes: {},
});

test('yesterday is a UTC day, as quotas are', () => {
  expect(startOfYesterday(now)).toBe('2026-11-19T00:00:00.000Z');
});

describe('yesterday until the same time', () => {
  test('has the whole hours, and the current hour until this minute', () => {
    const points = [
      pointAt('2026-11-19T00:00:00.000Z', 10, 1),
      pointAt('2026-11-19T01:00:00.000Z', 20, 2),
      pointAt('2026-11-19T02:00:00.000Z', 400, 40),
      pointAt('2026-11-20T00:00:00.000Z', 8_000, 800),
    ];
    expect(partOfHourYesterday(now)).toEqual({ from: '2026-11-19T02:00:00.000Z', to: '2026-11-19T02:21:00.000Z' });
    const part = { ...partOfHourYesterday(now), total: { calls: 5, errors: 3 } };
    expect(untilNowYesterday({ from: yesterday, points }, part)).toEqual({ calls: 35, errors: 6 });
  });

  test('is only its first minute at the start of the day', () => {
    const midnight = Date.UTC(2026, 10, 20, 0, 0, 59);
    expect(partOfHourYesterday(midnight)).toEqual({
      from: '2026-11-19T00:00:00.000Z',
      to: '2026-11-19T00:01:00.000Z',
    });
    const points = [pointAt('2026-11-19T00:00:00.000Z', 10, 1)];
    const part = { ...partOfHourYesterday(midnight), total: { calls: 2, errors: 0 } };
    expect(untilNowYesterday({ from: yesterday, points }, part)).toEqual({ calls: 2, errors: 0 });
  });

  test('counts no hour twice while the part of a new hour loads', () => {
    const points = [pointAt('2026-11-19T00:00:00.000Z', 10, 1), pointAt('2026-11-19T01:00:00.000Z', 20, 2)];
    const part = { from: '2026-11-19T01:00:00.000Z', total: { calls: 20, errors: 2 } };
    expect(untilNowYesterday({ from: yesterday, points }, part)).toEqual({ calls: 30, errors: 3 });
  });

  test('is not known after midnight while the part is of the day before', () => {
    const part = { from: '2026-11-18T23:00:00.000Z', total: { calls: 20, errors: 2 } };
    expect(untilNowYesterday({ from: yesterday, points: [] }, part)).toBeUndefined();
  });
});

test('a change names what it is compared with, but a new figure has nothing to compare', () => {
  expect(sinceYesterday(3)).toBe('from yesterday');
  expect(sinceYesterday(0)).toBe('');
});
