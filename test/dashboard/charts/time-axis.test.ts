import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { UsageSpan } from '../../../dashboard/api/usage.ts';
import {
  axisZone,
  formatSpan,
  isRunning,
  spanLength,
  spanTitle,
  tickLabels,
  timeTicks,
} from '../../../dashboard/charts/time-axis.ts';

const hour = 3_600_000;
const day = 24 * hour;
const noon = Date.UTC(2026, 10, 20, 12);

test('minutes and hours are in the browser’s zone, days in UTC', () => {
  expect(axisZone('minute', 'Asia/Kolkata')).toBe('Asia/Kolkata');
  expect(axisZone('hour', 'Asia/Kolkata')).toBe('Asia/Kolkata');
  expect(axisZone('day', 'Asia/Kolkata')).toBe('UTC');
});

describe('ticks', () => {
  const spans = (length: number, count: number, from: number) =>
    Array.from({ length: count }, (_, index) => from + index * length);
  const midnight = Date.UTC(2026, 10, 20);
  const labels = (at: readonly number[], span: UsageSpan, zone: string, most: number) =>
    timeTicks(at, span, zone, most).map(({ label }) => label.split('\n')[0]);

  test('are at full hours of the zone', () => {
    expect(labels(spans(hour, 24, midnight), 'hour', 'UTC', 4)).toEqual(['00:00', '06:00', '12:00', '18:00']);
    expect(labels(spans(hour, 24, midnight), 'hour', 'America/New_York', 4)).toEqual([
      '00:00',
      '06:00',
      '12:00',
      '18:00',
    ]);
    expect(labels(spans(hour, 24, midnight), 'hour', 'Asia/Kolkata', 4)).toEqual(['06:30', '12:30', '18:30', '00:30']);
  });

  test('are at full hours on both sides of a change of the clocks', () => {
    // Clocks in Berlin went back at 01:00 UTC on 25 October 2026.
    const night = spans(hour, 24, Date.UTC(2026, 9, 24, 12));
    expect(labels(night, 'hour', 'Europe/Berlin', 4)).toEqual(['18:00', '00:00', '06:00', '12:00']);
  });

  test('are Mondays or first days of months for long ranges by day', () => {
    expect(labels(spans(day, 30, midnight), 'day', 'UTC', 8)).toEqual(['23 Nov', '30 Nov', '7 Dec', '14 Dec']);
    expect(labels(spans(day, 365, midnight), 'day', 'UTC', 7)).toEqual([
      '1 Jan',
      '1 Mar',
      '1 May',
      '1 Jul',
      '1 Sept',
      '1 Nov',
    ]);
  });

  test('are no more than fit, at most one per span, and in order', () => {
    const anySpan = fc.constantFrom<UsageSpan>('minute', 'hour', 'day');
    const anyZone = fc.constantFrom(
      'UTC',
      'Europe/Berlin',
      'America/New_York',
      'Asia/Kolkata',
      'Africa/Cairo',
      'Pacific/Chatham',
    );
    const anyStart = fc.integer({ min: Date.UTC(2025, 0), max: Date.UTC(2027, 0) });
    fc.assert(
      fc.property(
        anySpan,
        anyZone,
        anyStart,
        fc.integer({ min: 1, max: 1_500 }),
        fc.integer({ min: 3, max: 30 }),
        (span, zone, start, count, most) => {
          const length = spanLength[span];
          const indexes = timeTicks(spans(length, count, Math.floor(start / length) * length), span, zone, most).map(
            ({ index }) => index,
          );
          // A range may begin and end with a part of a step, and clocks may repeat an hour.
          expect(indexes.length).toBeLessThanOrEqual(most + 2);
          expect(indexes).toEqual([...new Set(indexes)].toSorted((one, other) => one - other));
        },
      ),
    );
  });
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

test('a span that is not over is marked, so that its low figure is no drop of traffic', () => {
  const hour = Date.parse('2026-11-20T17:00:00Z');
  expect(spanTitle(hour, 'hour', 'UTC', hour)).toBe('20 Nov 2026, 17:00–18:00 UTC, so far');
  expect(spanTitle(hour, 'hour', 'UTC', hour + 3_599_999)).toMatch(/, so far$/);
  expect(spanTitle(hour, 'hour', 'UTC', hour + 3_600_000)).toBe('20 Nov 2026, 17:00–18:00 UTC');
  expect(spanTitle(Date.parse('2026-11-20'), 'day', 'UTC', hour)).toBe('20 Nov 2026, UTC, so far');
  expect(isRunning(hour + 3_600_000, 'hour', hour)).toBe(false);
});
