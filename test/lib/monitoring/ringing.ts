import { isDeepStrictEqual } from 'node:util';
import * as v from 'valibot';
import type { Template } from '../../../packages/cdk-local/template/template.ts';
import type { Datapoint } from './datapoints.ts';

const dimensions = v.optional(v.array(v.object({ Name: v.string(), Value: v.string() })), []);
const metric = { Namespace: v.string(), MetricName: v.string(), Dimensions: dimensions };
const stat = v.object({ Metric: v.object(metric), Stat: v.string() });
const queries = v.array(
  v.union([v.object({ Id: v.string(), MetricStat: stat }), v.object({ Id: v.string(), Expression: v.string() })]),
);
const schema = v.object({ AlarmName: v.string(), Threshold: v.number(), ComparisonOperator: v.string() });
const simple = v.object({ ...metric, Statistic: v.optional(v.string()), ExtendedStatistic: v.optional(v.string()) });

/**
 * The names of the template's alarms whose metric is at its threshold or above, or below it where that is bad, if all that
 * was told is of one period and every period is like it.
 */
export const ringing = (template: Template, told: readonly Datapoint[]): string[] =>
  template.ofType('AWS::CloudWatch::Alarm').flatMap(({ properties }) => {
    const { AlarmName, Threshold, ComparisonOperator } = v.parse(schema, properties);
    const value = metricOf(properties, told);
    const bad = ComparisonOperator === 'LessThanThreshold' ? (it: number) => it < Threshold : atLeast(Threshold);
    return value !== undefined && bad(value) ? [AlarmName.replace(/^sluice-\w+-/, '')] : [];
  });

const atLeast = (threshold: number) => (value: number) => value >= threshold;

function metricOf(properties: Record<string, unknown>, told: readonly Datapoint[]): number | undefined {
  if (properties.Metrics === undefined) {
    const { Statistic, ExtendedStatistic, ...Metric } = v.parse(simple, properties);
    return statistic({ Metric, Stat: Statistic ?? ExtendedStatistic ?? '' }, told);
  }
  const parts = v.parse(queries, properties.Metrics);
  const values = parts.flatMap((part) =>
    'MetricStat' in part ? [[part.Id, statistic(part.MetricStat, told)] as const] : [],
  );
  const [expression = ''] = parts.flatMap((part) => ('Expression' in part ? part.Expression : []));
  return calculated(expression, new Map(values));
}

function statistic({ Metric, Stat }: v.InferOutput<typeof stat>, told: readonly Datapoint[]): number | undefined {
  const wanted = Object.fromEntries(Metric.Dimensions.map(({ Name, Value }) => [Name, Value]));
  const values = told
    .filter(({ namespace, name }) => namespace === Metric.Namespace && name === Metric.MetricName)
    .filter((datapoint) => isDeepStrictEqual(datapoint.dimensions, wanted))
    .flatMap((datapoint) => datapoint.values)
    .toSorted((a, b) => a - b);
  if (values.length === 0) return undefined;
  if (Stat === 'Sum') return values.reduce((sum, value) => sum + value, 0);
  if (Stat === 'SampleCount') return values.length;
  if (Stat === 'Minimum') return values[0];
  const rank = Stat === 'Maximum' ? 1 : Number(Stat.replace(/^p/, '')) / 100;
  return values[Math.ceil(rank * values.length) - 1];
}

/** Metric math, as far as the alarms use it: it reads like JavaScript but for its functions. */
function calculated(expression: string, values: ReadonlyMap<string, number | undefined>): number | undefined {
  const FILL = (value: number | undefined, otherwise: number) => value ?? otherwise;
  const IF = (condition: boolean, then: number, otherwise: number) => (condition ? then : otherwise);
  const reckon = new Function('FILL', 'IF', ...values.keys(), `return ${expression};`);
  const value: unknown = reckon(FILL, IF, ...values.values());
  return typeof value === 'number' && !Number.isNaN(value) ? value : undefined;
}
