import { expect, test } from '@jest/globals';
import { fromLocalTime, toLocalTime } from '../../../dashboard/format/local-time.ts';

test('a time survives a round trip to the minute', () => {
  const moment = Date.UTC(2026, 10, 20, 17, 5, 42);
  expect(toLocalTime(moment)).toMatch(/^2026-11-2[01]T\d\d:\d\d$/);
  expect(fromLocalTime(toLocalTime(moment))).toBe(moment - 42_000);
});

test('a field is in the browser’s zone, not in UTC', () => {
  expect(fromLocalTime('2026-01-05T03:04')).toBe(new Date(2026, 0, 5, 3, 4).getTime());
  expect(toLocalTime(new Date(2026, 0, 5, 3, 4).getTime())).toBe('2026-01-05T03:04');
});

test('an empty field has no time', () => {
  expect(fromLocalTime('')).toBeNaN();
});
