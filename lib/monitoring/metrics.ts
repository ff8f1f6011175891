import { Duration } from 'aws-cdk-lib';
import { type IMetric, MathExpression, Metric, Stats } from 'aws-cdk-lib/aws-cloudwatch';
import type { TableV2 } from 'aws-cdk-lib/aws-dynamodb';
import type { LogGroup } from 'aws-cdk-lib/aws-logs';
import type { Upstreams } from '../../src/environment.ts';
import { type MetricName, metricNames } from '../../src/metrics.ts';
import { routes } from '../../src/routes.ts';
import type { GatewayFunction } from '../gateway-function.ts';
import type { RecordStream } from '../record-stream.ts';
import type { RpcApi } from '../rpc-api.ts';
import { metricsNamespace, type Stage } from '../stage.ts';
import type { Tables } from '../tables.ts';

/** What the monitoring looks at. */
export type MonitoredResources = {
  readonly stage: Stage;
  readonly api: RpcApi;
  readonly authorizer: GatewayFunction;
  readonly proxy: GatewayFunction;
  readonly recordStream: RecordStream;
  readonly watch: GatewayFunction;
  readonly usageDays: GatewayFunction;
  readonly tables: Tables;
  readonly upstreams: Upstreams;
};

/** Every network, once. */
export const networkNames: readonly string[] = [...new Set(routes.map(({ network }) => network))];

export const period = Duration.minutes(5);

type Look = {
  readonly statistic?: string;
  readonly label?: string;
  readonly dimensions?: Readonly<Record<string, string>>;
  /** Five minutes, unless given. */
  readonly period?: Duration;
};

/** A metric that Sluice makes itself: its sum, unless another statistic is asked for. */
export const ownMetric = (stage: Stage, metricName: MetricName, look: Look = {}): Metric =>
  metricOf(metricsNamespace(stage), metricName, look);

/** Lambda's metric of a function. */
export const functionMetric = ({ handler }: GatewayFunction, name: string, look: Look = {}): Metric =>
  handler.metric(name, { statistic: look.statistic ?? Stats.SUM, period, ...(look.label && { label: look.label }) });

/** API Gateway's metric of the RPC API. */
export const apiMetric = ({ apiId }: RpcApi, name: string, look: Look = {}): Metric =>
  metricOf('AWS/ApiGateway', name, { ...look, dimensions: { ApiId: apiId } });

/** DynamoDB's metric of a table. */
export const tableMetric = ({ tableName }: TableV2, name: string, look: Look = {}): Metric =>
  metricOf('AWS/DynamoDB', name, { ...look, dimensions: { TableName: tableName } });

/** CloudWatch's metric of a log group. */
export const logMetric = ({ logGroupName }: LogGroup, name: string): Metric =>
  metricOf('AWS/Logs', name, { dimensions: { LogGroupName: logGroupName } });

/** Lambda's metric of the stream's event source mapping ("Event source mapping metrics", Lambda developer guide). */
export const mappingMetric = ({ mapping }: RecordStream, name: string, look: Look = {}): Metric =>
  metricOf('AWS/Lambda', name, { ...look, dimensions: { EventSourceMappingUUID: mapping.eventSourceMappingId } });

function metricOf(namespace: string, metricName: string, look: Look) {
  const { statistic = Stats.SUM, label, dimensions: dimensionsMap = {} } = look;
  const props = { namespace, metricName, statistic, period: look.period ?? period, dimensionsMap };
  return new Metric({ ...props, ...(label && { label }) });
}

/** The sum of metrics, each taken for nothing where it has no data, so that one that is silent hides none of the others. */
export const sumOf = (metrics: readonly IMetric[], label: string): MathExpression =>
  weightedSum(
    metrics.map((metric) => ({ metric })),
    label,
  );

/** {@link sumOf}, each times its weight. */
export function weightedSum(parts: readonly { metric: IMetric; weight?: number }[], label: string): MathExpression {
  // A graph wants every metric of its expressions to have an id of its own.
  const ids = label.toLowerCase().replace(/\W/g, '_');
  const usingMetrics = Object.fromEntries(parts.map(({ metric }, index) => [`${ids}_${index}`, metric]));
  const terms = parts.map(({ weight }, index) => {
    const filled = `FILL(${ids}_${index}, 0)`;
    return weight === undefined ? filled : `${weight.toFixed(14)} * ${filled}`;
  });
  return new MathExpression({ expression: terms.join(' + '), usingMetrics, label, period });
}

/** The five tables by the names that people know them by. */
export const tablesByName = (tables: Tables): Readonly<Record<string, TableV2>> => ({
  Directory: tables.directory,
  Admissions: tables.admissions,
  Records: tables.records,
  Usage: tables.usage,
  Networks: tables.networks,
});

/** Reads and writes of a table that DynamoDB turned away. */
export const throttlesOf = (table: TableV2): Metric[] => [
  tableMetric(table, 'ReadThrottleEvents'),
  tableMetric(table, 'WriteThrottleEvents'),
];

/** Invocations that failed, or were turned away since there was no process for them. */
export const failuresOf = (watched: GatewayFunction): Metric[] => [
  functionMetric(watched, 'Errors'),
  functionMetric(watched, 'Throttles'),
];

/** Records in the failure bucket, put there by Lambda or by the tally itself, and those that not even reached it. */
export const failedRecords = (stage: Stage, recordStream: RecordStream): Metric[] => [
  mappingMetric(recordStream, 'OnFailureDestinationDeliveredEventCount'),
  mappingMetric(recordStream, 'DroppedEventCount'),
  ownMetric(stage, metricNames.recordsDiverted),
];
