import { expect, test } from '@jest/globals';
import { lastDayFrom, reportSince, startOfToday } from '../../../dashboard/api/usage-since.ts';

const now = Date.UTC(2026, 10, 20, 2, 20, 5);

test('today is a UTC day, as quotas are', () => {
  expect(startOfToday(now)).toBe('2026-11-20T00:00:00.000Z');
});

test('the last day is the current hour and the 23 before it', () => {
  expect(lastDayFrom(now)).toBe('2026-11-19T03:00:00.000Z');
  expect(lastDayFrom(Date.UTC(2026, 10, 20, 2))).toBe('2026-11-19T03:00:00.000Z');
});

test('a report of the day before is not shown as that of today', () => {
  const today = { from: startOfToday(now) };
  expect(reportSince('2026-11-20T00:00:00.000Z', today)).toBe(today);
  expect(reportSince('2026-11-21T00:00:00.000Z', today)).toBeUndefined();
  expect(reportSince('2026-11-20T00:00:00.000Z', undefined)).toBeUndefined();
});
