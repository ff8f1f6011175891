import { describe, expect, test } from '@jest/globals';
import { propertiesOf, templateOf } from '../../../../test/lib/synthesis.ts';
import { alarmedMetrics, fixedCosts, fixedDollars, paidFor, runsPerMonth } from '../../cost/fixed-costs.ts';
import { resourceTypes } from '../../deployed.ts';

const template = templateOf('prod');
const countOf = (type: string): number => Object.keys(propertiesOf(template, type)).length;
const costs = fixedCosts();
const costOf = (what: RegExp): number => {
  const found = costs.filter((one) => what.test(one.what));
  expect(found).toHaveLength(1);
  return found.reduce((sum, one) => sum + fixedDollars(one), 0);
};

test('how a resource is paid for is known for every type of prod, so that none is forgotten', () => {
  expect(Object.keys(paidFor).sort()).toEqual(resourceTypes);
});

test.each([
  ['rate(1 minute)', 43_200],
  ['rate(15 minutes)', 2_880],
  ['rate(1 hour)', 720],
  ['rate(2 days)', 15],
])('%s runs %i times a month', (schedule, runs) => expect(runsPerMonth(schedule)).toBe(runs));

test('a schedule of another form is refused', () => {
  expect(() => runsPerMonth('cron(0 3 * * ? *)')).toThrow('Schedules are to be rates');
});

describe('a month without calls', () => {
  test('has every alarm, dashboard, rule and secret of the template, at its price', () => {
    expect(costOf(/alarms, which look at/)).toBeCloseTo(0.1 * alarmedMetrics());
    expect(alarmedMetrics()).toBeGreaterThanOrEqual(countOf('AWS::CloudWatch::Alarm'));
    expect(costOf(/dashboard/)).toBeCloseTo(3 * countOf('AWS::CloudWatch::Dashboard'));
    expect(costOf(/Contributor Insights/)).toBeCloseTo(0.5 * countOf('AWS::CloudWatch::InsightRule'));
    // One secret of a node beside those that the stack makes, which watch reads every five minutes.
    const reads = (8_640 * 5) / 1e6;
    expect(costOf(/secrets/)).toBeCloseTo(0.4 * (countOf('AWS::SecretsManager::Secret') + 1) + reads);
  });

  test('has every function that runs by the clock', () => {
    const all = costs.filter(({ what }) => what.includes('runs of the function'));
    // usage-days also runs with the rule of watch.
    expect(all).toHaveLength(countOf('AWS::Events::Rule') + 1);
    // Each minute: the invocation, and with 256 MB 51 seconds for watch, and one for others.
    const runs = (seconds: number) => 43_200 * (0.2e-6 + seconds * 0.25 * 0.0000133334);
    const logs = (43_200 * 2_000 * (0.5 + 3 * 0.03)) / 1e9;
    expect(costOf(/43,200 runs.*Checks nodes/)).toBeCloseTo(runs(51) + logs);
    expect(costOf(/43,200 runs.*Adds up/)).toBeGreaterThan(runs(1) + logs);
  });
});
