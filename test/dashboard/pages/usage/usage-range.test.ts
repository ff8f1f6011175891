import { describe, expect, test } from '@jest/globals';
import {
  type ChosenRange,
  chosenRange,
  hasOpenSpan,
  isoRange,
  rangeProblem,
} from '../../../../dashboard/pages/usage/usage-range.ts';
import type { UsageSearch } from '../../../../dashboard/pages/usage/usage-search.ts';
import { maxReportPoints, wholeSpans } from '../../../../src/usage/usage-range.ts';

const now = Date.UTC(2026, 10, 20, 17, 42, 16);
const hour = 3_600_000;
const day = 24 * hour;
const presetNames = ['hour', 'day', 'week', 'month', 'quarter'] as const;
const iso = (at: number) => new Date(at).toISOString();

function chosen(search: UsageSearch): ChosenRange {
  const range = chosenRange(search, now);
  if ('problem' in range) throw new Error(range.problem);
  return range;
}

const points = ({ from, to = now, span }: ChosenRange) => {
  const whole = wholeSpans({ from, to, span }, now);
  return (whole.to - whole.from) / { minute: 60_000, hour, day }[span];
};

describe('a range that ends now', () => {
  test.each([
    ['hour', 'minute', 60],
    ['day', 'hour', 24],
    ['week', 'hour', 168],
    ['month', 'day', 30],
    ['quarter', 'day', 90],
  ] as const)('%s has points by %s by default, as many as its name says', (range, span, count) => {
    const found = chosen({ range });
    expect(found).toMatchObject({ span });
    expect(found.to).toBeUndefined();
    expect(points(found)).toBe(count);
  });

  test('stays the same until the next span starts, so that it is fetched once', () => {
    expect(chosenRange({ range: 'day' }, now + 17 * 60_000)).toEqual(chosenRange({ range: 'day' }, now));
    expect(chosenRange({ range: 'day' }, now + 18 * 60_000)).not.toEqual(chosenRange({ range: 'day' }, now));
  });

  test('is the last 24 hours by default', () => {
    expect(chosen({})).toEqual(chosen({ range: 'day' }));
  });

  test('offers the spans that give more than one point and are kept', () => {
    expect(chosen({ range: 'hour' }).fitting).toEqual(['minute']);
    expect(chosen({ range: 'day' }).fitting).toEqual(['minute', 'hour']);
    expect(chosen({ range: 'week' }).fitting).toEqual(['hour', 'day']);
    expect(chosen({ range: 'month' }).fitting).toEqual(['hour', 'day']);
    expect(chosen({ range: 'quarter' }).fitting).toEqual(['day']);
  });

  test('uses the span in the URL if it fits, else another', () => {
    expect(chosen({ range: 'month', span: 'hour' }).span).toBe('hour');
    expect(chosen({ range: 'quarter', span: 'minute' }).span).toBe('day');
  });
});

describe('a custom range', () => {
  test('keeps its ends to the millisecond; without an end it ends now', () => {
    const from = now - 3 * hour;
    expect(chosen({ range: 'custom', from: iso(from), to: iso(from + hour) })).toMatchObject({ from, to: from + hour });
    expect(chosen({ from: iso(from) })).toMatchObject({ from, span: 'minute' });
  });

  test.each(presetNames)('that takes over the ends of %s still ends now, with as many points', (range) => {
    const preset = chosen({ range });
    const limits = isoRange(preset);
    expect(limits).toEqual({ from: iso(preset.from), to: undefined });
    expect(points(chosen({ range: 'custom', ...limits, span: preset.span }))).toBe(points(preset));
  });

  test('that takes over the ends of another custom range keeps both', () => {
    const limits = { from: iso(now - 3 * hour), to: iso(now - hour) };
    expect(isoRange(chosen(limits))).toEqual(limits);
  });

  test('is shown by hour if its minutes are no longer kept', () => {
    const from = now - 3 * day;
    expect(chosen({ from: iso(from), to: iso(from + 2 * hour) }).fitting).toEqual(['hour']);
  });

  test('may be shorter than any span', () => {
    expect(chosen({ from: iso(now - 5_000), to: iso(now) }).fitting).toEqual(['minute']);
    const old = now - 10 * day;
    expect(chosen({ from: iso(old), to: iso(old + 60_000) }).fitting).toEqual(['hour']);
  });

  test.each([
    ['has no start', { range: 'custom' }, 'Choose the start and the end of the range.'],
    [
      'ends before it starts',
      { from: iso(now - hour), to: iso(now - 2 * hour) },
      'The range must start before it ends.',
    ],
    ['ends as it starts', { from: iso(now), to: iso(now) }, 'The range must start before it ends.'],
    ['starts in the future', { from: iso(now + hour) }, 'The range starts in the future.'],
    ['starts before the retention', { from: iso(now - 401 * day) }, /kept for 400 days/],
    ['ends years from now', { from: iso(now), to: iso(now + 3_000 * day) }, /too long/],
  ] as const)('is refused if it %s', (_case, search, problem) => {
    expect(chosenRange(search, now)).toEqual({ problem: expect.stringMatching(problem) });
  });
});

test('the API accepts every range by every offered span', () => {
  const ages = [0.01, 1, 20, 47.9, 48.1, 24 * 30, 24 * 62, 24 * 399].map((hours) => hours * hour);
  const ranges: UsageSearch[] = [
    ...presetNames.map((range): UsageSearch => ({ range })),
    ...ages.map((age): UsageSearch => ({ from: iso(now - age) })),
    ...ages.map((age): UsageSearch => ({ from: iso(now - age), to: iso(now - age / 2) })),
  ];
  for (const search of ranges) {
    const { fitting } = chosen(search);
    expect(fitting.length).toBeGreaterThan(0);
    for (const span of fitting) expect(points(chosen({ ...search, span }))).toBeLessThanOrEqual(maxReportPoints);
  }
});

test('a start within the first day of the retention is refused, as by the API', () => {
  const from = now - 399.9 * day;
  expect(() => wholeSpans({ from, to: now, span: 'day' }, now)).toThrow();
  expect(rangeProblem({ from }, now)).toMatch(/kept for 400 days/);
});

test('the last span of a report is open until the report ends, also if the range ended before', () => {
  const { to } = wholeSpans({ from: now - 3 * hour, to: now, span: 'hour' }, now);
  expect(hasOpenSpan({ to: iso(to) }, now + 60_000)).toBe(true);
  expect(hasOpenSpan({ to: iso(to) }, to)).toBe(false);
});
