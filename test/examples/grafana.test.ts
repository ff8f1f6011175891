import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import type { Template } from 'aws-cdk-lib/assertions';
import * as v from 'valibot';
import { grafanaDashboard } from '../../examples/grafana/grafana-dashboard.ts';
import { codeBlocks } from '../docs/pages.ts';
import { overviewBody } from '../lib/monitoring/overview-of.ts';
import { billing, propertiesOf, templateOf } from '../lib/synthesis.ts';
import { settings } from '../support/settings.ts';

const golden = 'examples/grafana/dashboard.json';

/** The overview as it is before the deployment: each reference is a name for the user to fill in. */
function undeployed(template: Template): string {
  const alarms = propertiesOf(template, 'AWS::CloudWatch::Alarm');
  return overviewBody(template, (id) =>
    alarms[id]
      ? `arn:aws:cloudwatch:\${AWS_Region}:\${AWS_AccountId}:alarm:${alarms[id].AlarmName}`
      : `\${${id.replace(/[0-9A-F]{8}$/, '').replace('::', '_')}}`,
  );
}

const query = v.object({
  refId: v.string(),
  id: v.string(),
  region: v.string(),
  period: v.string(),
  hide: v.optional(v.boolean(), false),
  namespace: v.string(),
  metricName: v.optional(v.string(), ''),
  statistic: v.optional(v.string(), ''),
  dimensions: v.optional(v.record(v.string(), v.array(v.string())), {}),
  expression: v.optional(v.string()),
});
const panel = v.object({
  type: v.string(),
  title: v.string(),
  gridPos: v.object({ x: v.number(), y: v.number(), w: v.number(), h: v.number() }),
  targets: v.optional(v.array(query), []),
});
const panelsOf = (template: Template) => v.parse(v.array(panel), grafanaDashboard(undeployed(template)).panels);
type Metric = Pick<v.InferOutput<typeof query>, 'namespace' | 'metricName' | 'statistic' | 'period' | 'dimensions'>;

/** The metrics that CloudWatch itself would ask for, from the rows of the overview's widgets. */
function metricsInOverview(template: Template): Metric[] {
  const { widgets } = JSON.parse(undeployed(template));
  const rows: (string | { stat?: string; period?: number; expression?: string })[][] = widgets.flatMap(
    (widget: { properties: { metrics?: object[] } }) => widget.properties.metrics ?? [],
  );
  return rows.flatMap((row) => {
    const options = row.flatMap((part) => (typeof part === 'string' ? [] : [part]))[0] ?? {};
    if (options.expression !== undefined) return [];
    const [namespace = '', metricName = '', ...rest] = row.flatMap((part) => (typeof part === 'string' ? [part] : []));
    const dimensions: Record<string, string[]> = {};
    for (let index = 0; index < rest.length; index += 2) dimensions[rest[index] ?? ''] = [rest[index + 1] ?? ''];
    return [
      { namespace, metricName, statistic: options.stat ?? '', period: String(options.period ?? 300), dimensions },
    ];
  });
}

const onlyMetric = ({ namespace, metricName, statistic, period, dimensions }: Metric): Metric => ({
  namespace,
  metricName,
  statistic,
  period,
  dimensions,
});

const templates = {
  prod: templateOf('prod', { settings }),
  'dev with billing': templateOf('dev', { settings: { billing, operations: 'full' } }),
};

describe.each(Object.entries(templates))('the dashboard of Grafana for %s', (_, template) => {
  const panels = panelsOf(template);
  const queries = panels.flatMap(({ targets }) => targets);

  test('asks for the metrics of the overview: the same namespaces, names, dimensions, statistics and periods', () => {
    const asked = queries.filter(({ expression }) => expression === undefined).map(onlyMetric);
    expect(asked.length).toBeGreaterThan(50);
    expect(asked).toEqual(metricsInOverview(template));
  });

  test('has every question of the overview as a row of its grid, and no panel overlaps another', () => {
    for (const row of Map.groupBy(panels, ({ gridPos }) => gridPos.y).values()) {
      expect(row[0]).toMatchObject({ type: 'text', gridPos: { x: 0 } });
      for (const [index, { gridPos }] of row.entries()) {
        const next = row[index + 1]?.gridPos.x ?? 24;
        expect(gridPos.x + gridPos.w).toBe(next);
        expect(gridPos.h).toBe(6);
      }
    }
    expect(new Set(panels.map(({ gridPos }) => gridPos.y)).size).toBe(template === templates.prod ? 6 : 7);
  });

  test('has the ids of its expressions in the same panel: Grafana sends a hidden query only if it has an id', () => {
    for (const { targets } of panels) {
      const ids = targets.map(({ id }) => id).filter((id) => id !== '');
      expect(new Set(ids).size).toBe(ids.length);
      expect(new Set(targets.map(({ refId }) => refId)).size).toBe(targets.length);
      const named = targets.flatMap(({ expression = '' }) => [...expression.matchAll(/\b[a-z]\w*_\d+\b/g)].flat());
      expect(ids).toEqual(expect.arrayContaining(named));
      expect(ids.filter((id) => !named.includes(id))).toEqual([]);
      for (const { hide, id } of targets) expect(hide).toBe(id !== '');
    }
  });

  test('reads the rules of Contributor Insights that the stack has', () => {
    const rules = Object.values(propertiesOf(template, 'AWS::CloudWatch::InsightRule')).map(({ RuleName }) => RuleName);
    const read = queries.flatMap(
      ({ expression = '' }) => /^INSIGHT_RULE_METRIC\("(.+)", "/.exec(expression)?.[1] ?? [],
    );
    expect(new Set(read)).toEqual(new Set(rules));
  });
});

test('examples/grafana/dashboard.json is what prod becomes before its deployment (npm run golden)', () => {
  const dashboard = grafanaDashboard(undeployed(templates.prod));
  if (process.env.UPDATE_GOLDEN) writeFileSync(golden, `${JSON.stringify(dashboard, null, 2)}\n`);
  expect(dashboard).toEqual(JSON.parse(readFileSync(golden, 'utf8')));
});

test('instances and regions have dashboards of their own, whose ids Grafana accepts', () => {
  const named = (instance: string, region: string) => {
    const body = { widgets: [{ properties: { region, metrics: [[`Sluice/${instance}`, 'Calls']] } }] };
    const { uid, title } = grafanaDashboard(JSON.stringify(body));
    return { uid: String(uid), title };
  };
  expect(named('prod', 'eu-central-1')).toEqual({ uid: 'sluice-prod-eu-central-1', title: 'Sluice prod eu-central-1' });
  const long = 'a-name-with-the-most-letters-that-it-may';
  const ids = [named(`${long}1`, 'us-east-1'), named(`${long}2`, 'us-east-1'), named(`${long}2`, 'us-east-2')];
  expect(new Set(ids.map(({ uid }) => uid)).size).toBe(3);
  expect(ids.filter(({ uid }) => !/^[\w-]{1,40}$/.test(uid))).toEqual([]);
});

describe('docs/grafana.md', () => {
  const page = 'docs/grafana.md';

  test('allows the actions that the queries need, each of which only reads', () => {
    const policy = JSON.parse(codeBlocks(page, 'json')[0] ?? '');
    const actions: string[] = policy.Statement.flatMap(({ Action }: { Action: string[] }) => Action);
    expect(actions).toEqual(['cloudwatch:GetMetricData', 'cloudwatch:GetInsightRuleReport', 'cloudwatch:ListMetrics']);
  });

  test('states how many metrics a view of the default dashboard asks for', () => {
    const [, stated] = /asks CloudWatch for (\d+) metrics/.exec(readFileSync(page, 'utf8')) ?? [];
    expect(Number(stated)).toBe(metricsInOverview(templates.prod).length);
  });

  test('has the command that converts a deployed overview, which works', () => {
    const [, script] = /\| node (\S+\.ts) > /.exec(codeBlocks(page, 'sh').join('')) ?? [];
    const input = undeployed(templates.prod);
    const { stdout, status } = spawnSync(process.execPath, [script ?? ''], { input, encoding: 'utf8' });
    expect(status).toBe(0);
    expect(JSON.parse(stdout)).toEqual(JSON.parse(readFileSync(golden, 'utf8')));
  });

  test.each([
    ['another dashboard', '{"widgets":[]}'],
    ['empty, because the command before it failed', ''],
  ])('the command says so in one line when its input is %s', (_, input) => {
    const { stderr, status } = spawnSync(process.execPath, ['examples/grafana/grafana-dashboard.ts'], {
      input,
      encoding: 'utf8',
    });
    expect(status).not.toBe(0);
    expect(stderr).toMatch(/^This is not the body of Sluice's overview in CloudWatch\. Pass .*\n$/);
  });
});
