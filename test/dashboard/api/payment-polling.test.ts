import { expect, test } from '@jest/globals';
import { pollPause } from '../../../dashboard/api/payment-polling.ts';

test('polls follow within seconds, then less often, and end after about ten minutes', () => {
  const pauses = Array.from({ length: 100 }, (_, polls) => pollPause(polls));
  const times = pauses.filter((pause) => pause !== false);
  expect(times.slice(0, 3)).toEqual([1_000, 1_500, 2_250]);
  expect(Math.max(...times)).toBe(20_000);
  expect(times.toSorted((one, other) => one - other)).toEqual(times);
  const total = times.reduce((sum, pause) => sum + pause, 0);
  expect(total).toBeGreaterThan(8 * 60_000);
  expect(total).toBeLessThan(13 * 60_000);
  expect(pauses.at(-1)).toBe(false);
});
