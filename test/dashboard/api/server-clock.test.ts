import { afterEach, expect, jest, test } from '@jest/globals';
import { learnServerTime, onClockCorrected, serverNow } from '../../../dashboard/api/server-clock.ts';
import { startOfToday } from '../../../dashboard/api/usage-since.ts';

const dayBefore = Date.parse('2026-11-20T23:58:00Z');
const answerAt = (at: number) => new Headers({ date: new Date(at).toUTCString() });
/** The browser's clock shows a time, and an answer of the service arrives. */
function answered(browserAt: number, serverAt: number): void {
  jest.spyOn(Date, 'now').mockReturnValue(browserAt);
  learnServerTime(answerAt(serverAt), browserAt - 100, browserAt);
}

afterEach(() => {
  const now = Date.now();
  learnServerTime(answerAt(now), now, now);
  jest.restoreAllMocks();
});

test('a clock that is ahead of UTC midnight begins no day that the service has not begun', () => {
  answered(dayBefore + 10 * 60_000, dayBefore);
  expect(Math.abs(serverNow() - dayBefore)).toBeLessThan(1_000);
  expect(startOfToday(serverNow())).toBe('2026-11-20T00:00:00.000Z');
});

test('a clock that is behind is corrected, and those that show the time are told once', () => {
  const told = jest.fn();
  const forget = onClockCorrected(told);
  answered(dayBefore - 9 * 60_000, dayBefore);
  answered(dayBefore - 9 * 60_000 + 1_000, dayBefore + 1_600);
  expect(Math.abs(serverNow() - dayBefore - 1_000)).toBeLessThan(1_000);
  expect(told).toHaveBeenCalledTimes(1);
  forget();
});

test('a slow answer is not a wrong clock, and an answer without a date says nothing', () => {
  jest.spyOn(Date, 'now').mockReturnValue(dayBefore);
  learnServerTime(answerAt(dayBefore - 8_000), dayBefore - 9_000, dayBefore);
  expect(serverNow()).toBe(dayBefore);
  learnServerTime(new Headers(), dayBefore, dayBefore);
  expect(serverNow()).toBe(dayBefore);
});
