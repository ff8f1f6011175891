import { createHash } from 'node:crypto';
import { text } from 'node:stream/consumers';
import type { Dashboard, Panel } from '@grafana/schema';
import type { CloudWatchMetricsQuery } from '@grafana/schema/dist/esm/raw/composable/cloudwatch/dataquery/x/CloudWatchDataQuery_types.gen';

// Converts the overview that Sluice has deployed, a dashboard of CloudWatch, into a dashboard of Grafana:
//   aws cloudwatch get-dashboard … --query DashboardBody --output text | node grafana-dashboard.ts > sluice.json

/** Of a metric or an expression ("Dashboard body structure and syntax", CloudWatch API reference). */
type Options = {
  readonly id?: string;
  readonly label?: string;
  readonly stat?: string;
  readonly period?: number;
  readonly expression?: string;
  readonly visible?: boolean;
  readonly yAxis?: 'left' | 'right';
};

/** Namespace, name, then names and values of dimensions; the options are last. An expression has only options. */
type Row = readonly (string | Options)[];

type Properties = {
  readonly title?: string;
  readonly markdown?: string;
  readonly region?: string;
  readonly view?: string;
  readonly stacked?: boolean;
  readonly start?: string;
  readonly alarms?: readonly string[];
  readonly insightRule?: { readonly ruleName: string };
  readonly metrics?: readonly Row[];
  readonly yAxis?: { readonly right?: { readonly min?: number; readonly max?: number } };
};

type Widget = {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly properties: Properties;
};

type Overview = { readonly start?: string; readonly widgets: readonly Widget[] };

type Query = Omit<CloudWatchMetricsQuery, 'refId'>;

/** CloudWatch's default, in seconds; its dashboards leave it out. */
const defaultPeriod = 300;

/** Both grids have 24 columns; Grafana's rows are lower. */
const rowsPerRow = 1.5;

/** The data source that the viewer selects at the top of the dashboard. */
// biome-ignore lint/suspicious/noTemplateCurlyInString: Grafana's syntax of a variable.
const datasource = { type: 'cloudwatch', uid: '${datasource}' };

/** `-PT3H` is `3h` in Grafana. */
const durationOf = (start: string): string => start.replace(/^-PT?/, '').toLowerCase();

/** A search for a metric in the builder (0), or an expression in the code editor (1). */
const metricQuery = { queryMode: 'Metrics', metricQueryType: 0, metricEditorMode: 0 } as const;
const expressionQuery = { ...metricQuery, metricEditorMode: 1 } as const;

function queryOf(row: Row, region: string): Query {
  const names = row.filter((part) => typeof part === 'string');
  const options = row.find((part) => typeof part === 'object') ?? {};
  if (names.some((name) => /^\.+$/.test(name)))
    throw new Error('Abbreviated metrics ("." and "...") are not supported.');
  const { id = '', label = '', stat = 'Average', period = defaultPeriod, expression, visible = true } = options;
  const shared = { id, label, region, period: String(period), ...(!visible && { hide: true }) };
  if (expression !== undefined) return { ...expressionQuery, ...shared, namespace: '', expression };
  const [namespace = '', metricName = '', ...rest] = names;
  const pairs = rest.flatMap((name, index) => (index % 2 === 0 ? [[name, [rest[index + 1] ?? '']]] : []));
  const dimensions: Record<string, string[]> = Object.fromEntries(pairs);
  return { ...metricQuery, ...shared, namespace, metricName, dimensions, matchExact: true, statistic: stat };
}

/** Grafana cannot list the keys of a rule of Contributor Insights. It shows how much of all calls is the top key's. */
const insightRows = (ruleName: string): Row[] =>
  [
    ['Sum', 'all keys'],
    ['MaxContributorValue', 'the top key'],
  ].map(([metric, label = '']) => [{ label, expression: `INSIGHT_RULE_METRIC("${ruleName}", "${metric}")` }]);

/** What Grafana draws on the right axis, by label. */
const rightAxis = (rows: readonly Row[], limits: object) =>
  rows
    .flat()
    .flatMap((part) => (typeof part === 'object' && part.yAxis === 'right' ? [part.label] : []))
    .map((label) => ({
      matcher: { id: 'byName', options: label },
      properties: [
        { id: 'custom.axisPlacement', value: 'right' },
        ...Object.entries(limits).flatMap(([id, value]) => (/^(min|max)$/.test(id) ? [{ id, value }] : [])),
      ],
    }));

function chartOf({ insightRule, metrics = [], region = 'default', stacked, start, yAxis = {} }: Properties): Panel {
  const rows = insightRule ? insightRows(insightRule.ruleName) : metrics;
  const custom = { fillOpacity: stacked ? 40 : 0, stacking: { mode: stacked ? 'normal' : 'none', group: 'A' } };
  return {
    type: 'timeseries',
    datasource,
    ...(start !== undefined && { timeFrom: durationOf(start) }),
    fieldConfig: { defaults: { min: 0, custom }, overrides: rightAxis(rows, yAxis.right ?? {}) },
    targets: rows.map((row, index) => ({ refId: `Q${index}`, datasource, ...queryOf(row, region) })),
  };
}

/** One number: the sum over the panel's own time. */
const totalOf = (properties: Properties): Panel => ({
  ...chartOf(properties),
  type: 'stat',
  fieldConfig: { defaults: { decimals: 2 }, overrides: [] },
  options: { reduceOptions: { calcs: ['sum'], fields: '', values: false }, graphMode: 'none' },
});

const textOf = (content: string): Panel => ({ type: 'text', options: { mode: 'markdown', content } });

/** A link: Grafana has no panel for the state of CloudWatch's alarms. */
const alarmsOf = (alarms: readonly string[]): Panel => {
  const region = alarms[0]?.split(':')[3] ?? '';
  const url = `https://${region}.console.aws.amazon.com/cloudwatch/home?region=${region}#alarmsV2:`;
  return textOf(`CloudWatch has the state of [all ${alarms.length} alarms](${url}).`);
};

function panelOf({ x, y, width, height, properties }: Widget, index: number): Panel {
  const { title = '', markdown, alarms, view } = properties;
  const base = { id: index + 1, title, gridPos: { x, y: y * rowsPerRow, w: width, h: height * rowsPerRow } };
  if (markdown !== undefined) return { ...textOf(markdown), ...base };
  if (alarms) return { ...alarmsOf(alarms), ...base };
  return { ...(view === 'singleValue' ? totalOf(properties) : chartOf(properties)), ...base };
}

const inputsOf = (panels: readonly Panel[]): object[] => {
  const names = [...JSON.stringify(panels).matchAll(/\$\{(\w+)\}/g)].map(([, name = '']) => name);
  const asked = new Set(names.filter((name) => name !== 'datasource'));
  return [...asked].map((name) => ({ name, label: name, type: 'constant', value: '' }));
};

/** The overview is not what it should be. */
class InputError extends Error {}

function overviewOf(body: string): { readonly overview: Overview; readonly instance: string } {
  const [, instance] = /"Sluice\/([^"]+)"/.exec(body) ?? [];
  try {
    const overview: Overview = JSON.parse(body);
    if (Array.isArray(overview.widgets) && instance) return { overview, instance };
  } catch {
    // Not JSON: the same advice.
  }
  throw new InputError(
    "This is not the body of Sluice's overview in CloudWatch. Pass what this prints: aws cloudwatch get-dashboard " +
      '--dashboard-name sluice-prod-REGION --query DashboardBody --output text',
  );
}

/** The instance and its region, if it is known: dashboards of one name replace each other. */
function nameOf({ widgets }: Overview, instance: string): string {
  const region = widgets.map(({ properties }) => properties.region ?? '').find((name) => /^[a-z\d-]+$/.test(name));
  return region === undefined ? instance : `${instance} ${region}`;
}

/** Grafana allows 40 characters; a hash keeps longer ones apart. */
function uidOf(name: string): string {
  const uid = `sluice-${name.replaceAll(' ', '-')}`;
  const hash = createHash('sha256').update(uid).digest('hex').slice(0, 8);
  return uid.length <= 40 ? uid : `${uid.slice(0, 31)}-${hash}`;
}

/**
 * @param body of the overview, as JSON. Its `${NAMES}` become inputs that Grafana asks for at the import
 * @throws if it is not the body of Sluice's overview
 */
export function grafanaDashboard(body: string): Dashboard & { readonly __inputs: readonly object[] } {
  const { overview, instance } = overviewOf(body);
  const name = nameOf(overview, instance);
  const panels = overview.widgets.map(panelOf);
  return {
    __inputs: inputsOf(panels),
    uid: uidOf(name),
    title: `Sluice ${name}`,
    schemaVersion: 39,
    editable: true,
    time: { from: `now-${durationOf(overview.start ?? '-PT3H')}`, to: 'now' },
    // Every refresh asks CloudWatch for all metrics, and each of them costs.
    refresh: '',
    templating: { list: [{ name: 'datasource', label: 'Data source', type: 'datasource', query: 'cloudwatch' }] },
    panels,
  };
}

async function main(): Promise<void> {
  try {
    process.stdout.write(`${JSON.stringify(grafanaDashboard(await text(process.stdin)), null, 2)}\n`);
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  }
}

if (process.argv[1] === import.meta.filename) await main();
