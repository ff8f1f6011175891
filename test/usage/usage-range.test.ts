import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { maxReportPoints, startsOf, type UsageSpan, usageSpans, wholeSpans } from '../../src/usage/usage-range.ts';
import { noon } from './record.ts';

const iso = (text: string) => Date.parse(`${text}Z`);
const whole = (span: UsageSpan, from: string, to: string, now = noon) => {
  const range = wholeSpans({ from: iso(from), to: iso(to), span }, now);
  return [range.from, range.to].map((at) => new Date(at).toISOString().slice(0, 19));
};

describe('a range is widened to whole spans', () => {
  test.each([
    ['minute', '2026-11-20T11:30:30', '2026-11-20T11:31:01', '2026-11-20T11:30:00', '2026-11-20T11:32:00'],
    ['minute', '2026-11-19T23:59:59', '2026-11-20T00:00:00.001', '2026-11-19T23:59:00', '2026-11-20T00:01:00'],
    ['hour', '2026-11-20T10:59:59.999', '2026-11-20T11:00:00', '2026-11-20T10:00:00', '2026-11-20T11:00:00'],
    ['day', '2026-11-19T23:00:00', '2026-11-20T01:00:00', '2026-11-19T00:00:00', '2026-11-21T00:00:00'],
    ['day', '2026-02-28T12:00:00', '2026-03-01T00:00:00', '2026-02-28T00:00:00', '2026-03-01T00:00:00'],
  ] as const)('by %s, from %s until %s', (span, from, to, start, end) => {
    expect(whole(span, from, to)).toEqual([start, end]);
  });

  test('and unchanged if it already has whole spans', () => {
    expect(whole('hour', '2026-11-19T00:00:00', '2026-11-20T00:00:00')).toEqual([
      '2026-11-19T00:00:00',
      '2026-11-20T00:00:00',
    ]);
  });

  test('never narrowed, and widened by less than one span at each end', () => {
    const ranges = fc.record({
      span: fc.constantFrom(...usageSpans),
      from: fc.integer({ min: -86_400_000, max: -1 }),
      length: fc.integer({ min: 1, max: 86_400_000 }),
    });
    const lengths = { minute: 60_000, hour: 3_600_000, day: 86_400_000 };
    fc.assert(
      fc.property(ranges, ({ span, from, length }) => {
        const asked = { span, from: noon + from, to: noon + from + length };
        const range = wholeSpans(asked, noon);
        expect([range.from % lengths[span], range.to % lengths[span]]).toEqual([0, 0]);
        for (const widened of [asked.from - range.from, range.to - asked.to]) {
          expect(widened).toBeGreaterThanOrEqual(0);
          expect(widened).toBeLessThan(lengths[span]);
        }
        expect([...startsOf(range)]).toHaveLength((range.to - range.from) / lengths[span]);
      }),
    );
  });
});

test('days are UTC days of 24 hours, also at clock changes, ends of months and in leap years', () => {
  // The clocks of Europe and the United States, and the leap day of 2028.
  for (const [from, days] of [
    ['2027-03-01', 31],
    ['2027-10-25', 14],
    ['2028-02-20', 12],
    ['2027-12-25', 10],
  ] as const) {
    const start = Date.parse(from);
    const range = { from: start, to: start + days * 86_400_000, span: 'day' as const };
    const names = [...startsOf(wholeSpans(range, range.to))].map((at) => new Date(at).toISOString());
    expect(names).toHaveLength(days);
    expect(names.every((name) => name.endsWith('T00:00:00.000Z'))).toBe(true);
    expect(new Set(names).size).toBe(days);
  }
});

describe('valid ranges', () => {
  const hour = 3_600_000;
  const asked = (span: UsageSpan, from: number, to: number) => () => wholeSpans({ span, from, to }, noon);
  const refused = (message: string | RegExp) =>
    expect.objectContaining({
      name: 'UsageRangeError',
      code: 'invalid_range',
      message: expect.stringMatching(message),
    });

  test('start before they end', () => {
    for (const [from, to] of [
      [noon, noon],
      [noon, noon - 1],
      [Number.NaN, noon],
      [noon, Number.NaN],
    ] as const)
      expect(asked('hour', from, to)).toThrow(refused('must start before it ends'));
  });

  test('start in the current span at the latest, and may end in the future', () => {
    expect(asked('hour', noon + hour, noon + 2 * hour)).toThrow(
      refused('starts in the future: no hour of it has begun'),
    );
    expect(asked('hour', noon + hour - 1, noon + 5 * hour)()).toMatchObject({ from: noon, to: noon + 5 * hour });
  });

  test.each([
    ['minute', 2, 60_000],
    ['hour', 400, hour],
    ['day', 400, 24 * hour],
  ] as const)('by %s start at most %i days ago', (span, days, length) => {
    const now = Date.UTC(2026, 10, 20);
    const earliest = now - days * 24 * hour;
    const range = (from: number) => () => wholeSpans({ span, from, to: from + length }, now);
    expect(range(earliest)()).toMatchObject({ from: earliest });
    const message = `kept for ${days} days. Start at ${new Date(earliest).toISOString()} or later`;
    expect(range(earliest - 1)).toThrow(refused(message));
    // A millisecond later, the span of the earliest time is no longer completely retained, wherever in it a range
    // starts.
    expect(() => wholeSpans({ span, from: earliest + 2, to: now }, now + 1)).toThrow(
      refused(`Start at ${new Date(earliest + length).toISOString()}`),
    );
  });

  test('have at most 1,500 points, after widening', () => {
    expect(maxReportPoints).toBe(1_500);
    expect([...startsOf(asked('minute', noon - 1_500 * 60_000, noon)())]).toHaveLength(1_500);
    expect(asked('minute', noon - 1_500 * 60_000, noon + 1)).toThrow(
      refused('1501 minutes; the limit is 1500.*longer spans'),
    );
    expect(asked('hour', noon - 1_501 * hour, noon)).toThrow(refused('1501 hours'));
    expect(asked('day', noon - hour, noon + 1_500 * 24 * hour)).toThrow(
      refused(/1501 days.*Request a shorter range\.$/),
    );
    expect(asked('day', noon - hour, Number.POSITIVE_INFINITY)).toThrow(refused('the limit is 1500'));
  });
});
