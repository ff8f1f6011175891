import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { fromTimeText } from '../../../../dashboard/format/time-text.ts';
import { chosenRange, periodBefore, periodName } from '../../../../dashboard/pages/usage/usage-range.ts';
import type { UsageSearch } from '../../../../dashboard/pages/usage/usage-search.ts';
import { wholeSpans } from '../../../../src/usage/usage-range.ts';

const hour = 3_600_000;
const day = 24 * hour;
const iso = (at: number) => new Date(at).toISOString();

/** The report that the API makes of a search, and of the period before it. */
function reports(search: UsageSearch, now: number) {
  const range = chosenRange(search, now);
  if ('problem' in range) throw new Error(range.problem);
  const before = periodBefore(range, now);
  const { span, from, to = now } = range;
  return {
    report: wholeSpans({ from, to, span }, now),
    // The page names the ends, so they must be those of the API's report.
    before,
    reportBefore: before && wholeSpans({ ...before, span }, now),
  };
}

const anyNow = fc.integer({ min: Date.UTC(2025, 0), max: Date.UTC(2027, 0) });
const anyPreset = fc.constantFrom('hour', 'day', 'week', 'month', 'quarter').map((range): UsageSearch => ({ range }));
const anySpan = fc.constantFrom('minute', 'hour', 'day', undefined);

describe('the period before a range', () => {
  test('is as long as the range and ends where it begins', () => {
    fc.assert(
      fc.property(anyNow, anyPreset, anySpan, (now, preset, span) => {
        const { report, before, reportBefore } = reports({ ...preset, span }, now);
        expect(before).toEqual({ from: 2 * report.from - report.to, to: report.from });
        expect(reportBefore).toEqual({ ...before, span: report.span });
      }),
    );
  });

  test('also of a range with ends of its own', () => {
    const lengths = fc.integer({ min: 60_000, max: 60 * day });
    fc.assert(
      fc.property(anyNow, lengths, fc.integer({ min: 0, max: 60 * day }), (now, length, ago) => {
        const { report, before } = reports({ from: iso(now - ago - length), to: iso(now - ago) }, now);
        if (before) expect(before).toEqual({ from: 2 * report.from - report.to, to: report.from });
      }),
    );
  });

  // Clocks in Berlin went forward on 29 March and back on 25 October 2026: those days had 23 and 25 hours.
  test.each([
    ['2026-03-29 00:00', '2026-03-30 00:00', 23],
    ['2026-10-25 00:00', '2026-10-26 00:00', 25],
  ])('also of a local day on which the clocks change: %s', (from, to, hours) => {
    const at = (text: string) => berlin(text);
    const search: UsageSearch = { from: iso(at(from)), to: iso(at(to)), span: 'hour' };
    const { report, before } = reports(search, at(to) + 3 * day);
    expect((report.to - report.from) / hour).toBe(hours);
    expect(before).toEqual({ from: report.from - hours * hour, to: report.from });
  });

  test('is unknown when its figures are no longer kept', () => {
    const now = Date.UTC(2026, 10, 20, 17, 42);
    expect(reports({ range: 'day', span: 'minute' }, now).before).toBeDefined();
    expect(reports({ from: iso(now - 24.9 * hour), span: 'minute' }, now).before).toBeUndefined();
    expect(reports({ from: iso(now - 250 * day) }, now).before).toBeUndefined();
  });
});

/** A time in Berlin, whatever the zone of this computer. */
function berlin(text: string): number {
  const asUtc = fromTimeText(text, 'UTC') ?? Number.NaN;
  const shown = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Berlin', dateStyle: 'short', timeStyle: 'short' });
  const at = [1, 2].map((ahead) => asUtc - ahead * hour).find((candidate) => shown.format(candidate) === text);
  if (at === undefined) throw new Error(`There is no ${text} in Berlin.`);
  return at;
}

test('a period is named by its length', () => {
  const named = (length: number) => periodName({ from: iso(0), to: iso(length) });
  expect([hour, day, 2 * day, 7 * day, 25 * hour, 90 * 60_000, 60_000].map(named)).toEqual([
    'hour',
    '24 hours',
    '2 days',
    '7 days',
    '25 hours',
    '90 minutes',
    'minute',
  ]);
});
