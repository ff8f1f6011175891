import { describe, expect, test } from '@jest/globals';
import type { Plan } from '../../src/plans.ts';
import { RetentionError, retainedFrom, retentionStart } from '../../src/records/retention.ts';
import { plans } from '../support/settings.ts';
import { noon } from '../usage/record.ts';

const planNamed = (id: string): Plan => {
  const plan = plans.find(id);
  if (!plan) throw new Error(`no plan ${id}`);
  return plan;
};

test.each([
  ['free', '2026-11-19T12:00:00.000Z'],
  ['developer', '2026-11-13T12:00:00.000Z'],
  ['business', '2026-10-21T12:00:00.000Z'],
  ['scale', '2026-08-22T12:00:00.000Z'],
])('the history of the %s plan begins its days ago, to the millisecond', (id, start) => {
  expect(new Date(retentionStart(planNamed(id), noon)).toISOString()).toBe(start);
});

describe('a requested history', () => {
  const free = planNamed('free');
  const start = retentionStart(free, noon);

  test('from within the retention is read from there', () => {
    expect(retainedFrom(free, start, noon)).toBe(start);
    expect(retainedFrom(free, noon, noon)).toBe(noon);
  });

  test('from its start, by a clock that is up to a minute slow, is read from its start', () => {
    expect(retainedFrom(free, start - 1, noon)).toBe(start);
    expect(retainedFrom(free, start - 60_000, noon)).toBe(start);
  });

  test('from before that is rejected, and the error says when the history starts', () => {
    expect(() => retainedFrom(free, start - 60_001, noon)).toThrow(RetentionError);
    expect(() => retainedFrom(free, 0, noon)).toThrow(
      expect.objectContaining({
        code: 'beyond_retention',
        historyFrom: start,
        message: 'The free plan keeps 1 day of history. Start at 2026-11-19T12:00:00.000Z or later.',
      }),
    );
    expect(() => retainedFrom(planNamed('scale'), 0, noon)).toThrow('The scale plan keeps 90 days of history');
  });

  test('is cut at the new start at once after a change to a smaller plan', () => {
    const from = noon - 5 * 86_400_000;
    expect(retainedFrom(planNamed('developer'), from, noon)).toBe(from);
    expect(() => retainedFrom(free, from, noon)).toThrow(RetentionError);
  });
});
