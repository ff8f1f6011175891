import { describe, expect, test } from '@jest/globals';
import * as v from 'valibot';
import { rate } from '../../event-bridge/rate.ts';

const minute = 60_000;

describe('a rate expression', () => {
  test.each([
    ['rate(1 minute)', minute],
    ['rate(5 minutes)', 5 * minute],
    ['rate(1 hour)', 60 * minute],
    ['rate(12 hours)', 12 * 60 * minute],
    ['rate(1 day)', 24 * 60 * minute],
    ['rate(30 days)', 30 * 24 * 60 * minute],
  ])('%s is a period', (expression, period) => {
    expect(v.parse(rate, expression)).toBe(period);
  });

  const wrongNumber = 'the unit is singular for a value of 1 and plural for any other';
  const wrongForm = 'must be like "rate(1 minute)" or "rate(5 hours)"';
  test.each([
    ['rate(1 minutes)', wrongNumber],
    ['rate(1 hours)', wrongNumber],
    ['rate(5 minute)', wrongNumber],
    ['rate(11 day)', wrongNumber],
    ['rate(0 minutes)', wrongForm],
    ['rate(-1 minutes)', wrongForm],
    ['rate(1.5 minutes)', wrongForm],
    ['rate(30 seconds)', wrongForm],
    ['rate(5minutes)', wrongForm],
    ['rate(5 minutes) ', wrongForm],
    ['5 minutes', wrongForm],
    ['', wrongForm],
    ['cron(0 20 * * ? *)', 'cron expressions are not emulated; use a rate expression'],
  ])('%j is refused', (expression, message) => {
    const { issues = [] } = v.safeParse(rate, expression, { abortPipeEarly: true });
    expect(issues.map((issue) => issue.message)).toEqual([message]);
  });
});
