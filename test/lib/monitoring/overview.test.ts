import { describe, expect, test } from '@jest/globals';
import { dollars, prices } from '../../../src/cost/prices.ts';
import { outcomes } from '../../../src/records/outcome.ts';
import { propertiesOf, stageNames, templateOf } from '../synthesis.ts';
import { overviewOf } from './overview-of.ts';

type Widget = {
  x: number;
  y: number;
  width: number;
  height: number;
  type: string;
  properties: Record<string, unknown>;
};
type Options = { label?: string; expression?: string; id?: string; visible?: boolean };

describe.each(stageNames)('the overview of %s', (stageName) => {
  const template = templateOf(stageName, { settings: { operations: 'full' } });
  const body = overviewOf(template);
  const widgets: Widget[] = JSON.parse(body).widgets;

  test('answers six questions, a row each', () => {
    const questions = widgets
      .filter(({ type }) => type === 'text')
      .map(({ properties }) => String(properties.markdown));
    expect(questions.map((question) => question.split('\n')[0])).toEqual([
      '## Is it up?',
      '## Is it fast?',
      '## Who is refused, and why?',
      '## Are tallies current?',
      '## What does it cost today?',
      '## Who costs more than they pay?',
    ]);
  });

  test('has full rows, of which five fit on a screen: 24 units of height', () => {
    const rows = Map.groupBy(widgets, ({ y }) => y);
    for (const row of rows.values()) expect(row.reduce((sum, { width }) => sum + width, 0)).toBe(24);
    expect(Math.max(...widgets.map(({ y, height }) => y + height))).toBe(24);
  });

  test('shows the state of every alarm', () => {
    const alarms = widgets.flatMap(({ type, properties }) => (type === 'alarm' ? [properties.alarms].flat() : []));
    expect(alarms).toHaveLength(Object.keys(propertiesOf(template, 'AWS::CloudWatch::Alarm', 'Monitoring')).length);
  });

  test('shows refused calls by outcomes of the code', () => {
    const { properties } = widgets.find(({ properties: { title } }) => title === 'Refused calls, by outcome') ?? {};
    const labels = [...JSON.stringify(properties).matchAll(/"label":"(\w+)","expression"/g)].map(([, label]) => label);
    expect(labels).toHaveLength(6);
    expect(outcomes).toEqual(expect.arrayContaining(labels));
  });

  test('estimates the cost with the prices of src/cost/prices.ts', () => {
    const { properties } = widgets.find(({ properties: { title } }) => title === 'Dollars, by service') ?? {};
    const entries = [properties?.metrics ?? []].flat() as (string | Options)[][];
    const expressions = entries.flatMap((entry) => entry.flatMap((part) => (typeof part === 'object' ? part : [])));
    const expressionOf = (label: string) => expressions.find((options) => options.label === label)?.expression ?? '';
    expect(expressionOf('HTTP API')).toBe('0.00000100000000 * FILL(http_api_0, 0)');
    expect(Number(expressionOf('DynamoDB').split(' ')[0])).toBeCloseTo(dollars(prices.writeUnits, 1e-6), 12);
    // 50 ms of the proxy at 512 MB.
    const perMs = Number(expressionOf('Lambda').split(' + ')[3]?.split(' ')[0]);
    const megabytes = 512;
    expect(50 * perMs).toBeCloseTo(0.05 * (megabytes / 1_024) * 0.0000133334, 10);
  });

  test('shows the busiest, limited and refused keys by existing rules', () => {
    const rules = Object.values(propertiesOf(template, 'AWS::CloudWatch::InsightRule')).map(({ RuleName }) => RuleName);
    const shown = [...body.matchAll(/"ruleName":"([^"]+)"/g)].map(([, name]) => name);
    expect(shown.toSorted()).toEqual(rules.toSorted());
    expect(rules).toHaveLength(3);
  });
});
