import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { mostMetrics } from '../../../lab/bench/cost/fixed-costs.ts';
import { dollars, type Price, prices } from '../../../src/cost/prices.ts';
import { metricNames } from '../../../src/embedded-metrics.ts';
import { propertiesOf, templateOf, upstreams } from '../synthesis.ts';

const page = readFileSync(new URL('../../../docs/monitoring.md', import.meta.url), 'utf8').replaceAll('\n', ' ');
const template = templateOf('prod');
const countOf = (type: string): number => Object.keys(propertiesOf(template, type)).length;

const alarmedMetrics = Object.values(propertiesOf(template, 'AWS::CloudWatch::Alarm'))
  .map(({ Metrics = [{ MetricStat: {} }] }) => Metrics.filter(({ MetricStat }: { MetricStat?: object }) => MetricStat))
  .reduce((sum, metrics) => sum + metrics.length, 0);

const metrics = mostMetrics(Object.values(upstreams).flat().length);

test('docs/monitoring.md has the maximum monthly price of monitoring', () => {
  const costs: [Price, number][] = [
    [prices.alarms, alarmedMetrics],
    [prices.dashboards, countOf('AWS::CloudWatch::Dashboard')],
    [prices.insightRules, countOf('AWS::CloudWatch::InsightRule')],
    [prices.metrics, metrics],
  ];
  const sums = costs.map(([price, quantity]) => dollars(price, quantity));
  const total = sums.reduce((sum, one) => sum + one, 0);
  expect(page).toContain(`${alarmedMetrics} metrics that alarms look at`);
  expect(page).toContain(`${metrics} metrics of our own and of the mapping`);
  for (const sum of [...sums, total]) expect(page).toContain(`$${sum.toFixed(2)}`);
});

test('docs/monitoring.md has a row for every metric of Sluice', () => {
  for (const name of Object.values(metricNames)) expect(page).toContain(`\`${name}\``);
});
