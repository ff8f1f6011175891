import { describe, expect, test } from '@jest/globals';
import {
  formatAbsolute,
  formatClock,
  formatCountdown,
  formatDuration,
  formatRelative,
  timeFormat,
} from '../../../dashboard/format/times.ts';

const now = Date.UTC(2026, 10, 20, 17, 20, 5);
const [second, minute, hour, day] = [1_000, 60_000, 3_600_000, 86_400_000];

describe('a time', () => {
  test('is shown in full with its zone', () => {
    expect(formatAbsolute(now)).toMatch(/^\d+ Nov 2026, \d\d:20:05 (UTC|GMT|[A-Z])/);
    expect(formatClock(now)).toMatch(/^\d\d:\d\d (UTC|GMT|[A-Z])/);
  });

  test('has one format for each zone and options, because a report has hundreds of times', () => {
    const day = { day: 'numeric' } as const;
    expect(timeFormat('UTC', { ...day })).toBe(timeFormat('UTC', { ...day }));
    expect(timeFormat('UTC', { day: '2-digit' })).not.toBe(timeFormat('UTC', day));
    expect(timeFormat('Asia/Kolkata', day)).not.toBe(timeFormat('UTC', day));
  });

  test.each([
    [-3 * second, 'just now'],
    [3 * second, 'just now'],
    [-40 * second, '40 seconds ago'],
    [-90 * second, '1 minute ago'],
    [-59 * minute, '59 minutes ago'],
    [-2 * hour, '2 hours ago'],
    [5 * hour, 'in 5 hours'],
    [-day, 'yesterday'],
    [-3 * day, '3 days ago'],
  ])('%d ms away is shown as %s', (distance, said) => {
    expect(formatRelative(now + distance, now)).toBe(said);
  });
});

describe('a countdown', () => {
  test('shows days, hours, minutes and seconds', () => {
    expect(formatCountdown(day + 2 * hour + 3 * minute + 4 * second)).toBe('1d 02:03:04');
    expect(formatCountdown(2 * hour + 3 * minute + 4 * second)).toBe('02:03:04');
  });

  test('shows one second until it is over, then zeros', () => {
    expect(formatCountdown(1)).toBe('00:00:01');
    expect(formatCountdown(0)).toBe('00:00:00');
    expect(formatCountdown(-5 * minute)).toBe('00:00:00');
  });
});

test('a duration is rounded up to seconds, minutes, or hours and minutes', () => {
  expect([0, 1, 59, 60, 61, 3_600, 18_700].map(formatDuration)).toEqual([
    '0 s',
    '1 s',
    '59 s',
    '1 min',
    '2 min',
    '1 h',
    '5 h 12 min',
  ]);
});
