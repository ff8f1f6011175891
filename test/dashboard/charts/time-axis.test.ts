import { describe, expect, test } from '@jest/globals';
import { axisZone, formatSpan, tickIncrements, tickLabels } from '../../../dashboard/charts/time-axis.ts';

const hour = 3_600_000;
const day = 24 * hour;
const noon = Date.UTC(2026, 10, 20, 12);

test('minutes and hours are in the browser’s zone, days in UTC', () => {
  expect(axisZone('minute', 'Asia/Kolkata')).toBe('Asia/Kolkata');
  expect(axisZone('hour', 'Asia/Kolkata')).toBe('Asia/Kolkata');
  expect(axisZone('day', 'Asia/Kolkata')).toBe('UTC');
});

test('ticks are never closer than a span', () => {
  expect(Math.min(...tickIncrements('minute'))).toBe(60_000);
  expect(Math.min(...tickIncrements('hour'))).toBe(hour);
  expect(Math.min(...tickIncrements('day'))).toBe(day);
});

describe('the labels of ticks', () => {
  test('have the day at the first tick and at each change of day', () => {
    const ticks = [noon, noon + 6 * hour, noon + 12 * hour];
    expect(tickLabels(ticks, 6 * hour, 'UTC')).toEqual(['12:00\n20 Nov', '18:00', '00:00\n21 Nov']);
  });

  test('are in the given zone', () => {
    expect(tickLabels([noon], hour, 'Asia/Kolkata')).toEqual(['17:30\n20 Nov']);
    expect(tickLabels([noon], hour, 'America/New_York')).toEqual(['07:00\n20 Nov']);
  });

  test('are dates for days and longer, with the year when it changes', () => {
    const ticks = [Date.UTC(2026, 11, 30), Date.UTC(2026, 11, 31), Date.UTC(2027, 0, 1)];
    expect(tickLabels(ticks, day, 'UTC')).toEqual(['30 Dec\n2026', '31 Dec', '1 Jan\n2027']);
  });
});

describe('a span is formatted', () => {
  test('as a minute, an hour from start to end, or a day, with the zone', () => {
    expect(formatSpan(noon, 'minute', 'UTC')).toBe('20 Nov 2026, 12:00 UTC');
    expect(formatSpan(noon, 'hour', 'UTC')).toBe('20 Nov 2026, 12:00–13:00 UTC');
    expect(formatSpan(noon, 'day', 'UTC')).toBe('20 Nov 2026, UTC');
  });

  test('in zones that are not whole hours from UTC', () => {
    expect(formatSpan(noon, 'hour', 'Asia/Kolkata')).toBe('20 Nov 2026, 17:30–18:30 GMT+5:30');
  });

  test('with the day of its start if it ends after midnight', () => {
    expect(formatSpan(Date.UTC(2026, 10, 20, 23), 'hour', 'UTC')).toBe('20 Nov 2026, 23:00–00:00 UTC');
  });
});
