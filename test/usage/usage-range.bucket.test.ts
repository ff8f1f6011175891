import { expect, test } from '@jest/globals';
import { bucketOf, tallySpans } from '../../src/usage/usage-range.ts';

test.each([
  ['the first millisecond', Date.UTC(2026, 10, 20, 14, 25), '2026-11-20T14:25', '2026-11-20T14'],
  ['the last millisecond', Date.UTC(2026, 10, 20, 14, 59, 59, 999), '2026-11-20T14:59', '2026-11-20T14'],
  ['midnight', Date.UTC(2026, 10, 21), '2026-11-21T00:00', '2026-11-21T00'],
])('a moment lies in one UTC minute and one UTC hour: %s', (_, at, minute, hour) => {
  expect([bucketOf('minute', at), bucketOf('hour', at)]).toEqual([minute, hour]);
});

test('minutes are kept for two days, and hours for longer than the history of any plan', () => {
  expect(tallySpans.minute.keepSeconds).toBe(2 * 86_400);
  expect(tallySpans.hour.keepSeconds).toBeGreaterThan(90 * 86_400);
});
