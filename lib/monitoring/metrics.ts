import { Duration } from 'aws-cdk-lib';
import { type IMetric, MathExpression, Metric, Stats } from 'aws-cdk-lib/aws-cloudwatch';
import type { TableV2 } from 'aws-cdk-lib/aws-dynamodb';
import type { LogGroup } from 'aws-cdk-lib/aws-logs';
import { type MetricName, metricNames } from '../../src/embedded-metrics.ts';
import type { Network } from '../../src/network.ts';
import type { Billing } from '../control-plane/billing.ts';
import type { ControlPlane } from '../control-plane/control-plane.ts';
import type { RecordStream } from '../data-plane/record-stream.ts';
import type { RpcApi } from '../data-plane/rpc-api.ts';
import type { UsageDays } from '../data-plane/usage-days.ts';
import type { GatewayFunction } from '../functions/gateway-function.ts';
import { metricsNamespace, type Stage } from '../instance/stage.ts';
import type { Tables } from '../tables.ts';
import { inGroups } from './overview-widgets.ts';

/** The resources that the alarms and the overview show. */
export type MonitoredResources = {
  readonly stage: Stage;
  readonly api: RpcApi;
  readonly authorizer: GatewayFunction;
  readonly proxy: GatewayFunction;
  readonly recordStream: RecordStream;
  readonly watch: GatewayFunction;
  /** Only where watch runs in a VPC. */
  readonly endpointWatch: GatewayFunction | undefined;
  readonly usageDays: UsageDays;
  readonly accountSweep: GatewayFunction;
  readonly controlPlane: Pick<ControlPlane, 'api' | 'handler' | 'publicApi' | 'keyApi' | 'signUpMail'>;
  readonly tables: Tables;
  readonly networks: readonly Network[];
  /** Undefined if billing is off. */
  readonly billing: Billing | undefined;
};

export const period = Duration.minutes(5);

type MetricOptions = {
  readonly statistic?: string;
  readonly label?: string;
  readonly dimensions?: Readonly<Record<string, string>>;
  /** Five minutes by default. */
  readonly period?: Duration;
};

/** A metric that Sluice emits; its sum by default. */
export const ownMetric = (stage: Stage, metricName: MetricName, options: MetricOptions = {}): Metric =>
  metricOf(metricsNamespace(stage), metricName, options);

/** Lambda's metric of a function. */
export const functionMetric = ({ handler }: GatewayFunction, name: string, options: MetricOptions = {}): Metric =>
  handler.metric(name, {
    statistic: options.statistic ?? Stats.SUM,
    period,
    ...(options.label && { label: options.label }),
  });

/** API Gateway's metric of an API. */
export const apiMetric = ({ apiId }: Pick<RpcApi, 'apiId'>, name: string, options: MetricOptions = {}): Metric =>
  metricOf('AWS/ApiGateway', name, { ...options, dimensions: { ApiId: apiId } });

/** DynamoDB's metric of a table. */
export const tableMetric = ({ tableName }: TableV2, name: string, options: MetricOptions = {}): Metric =>
  metricOf('AWS/DynamoDB', name, { ...options, dimensions: { TableName: tableName } });

/** CloudWatch's metric of a log group. */
export const logMetric = ({ logGroupName }: LogGroup, name: string): Metric =>
  metricOf('AWS/Logs', name, { dimensions: { LogGroupName: logGroupName } });

/** Lambda's metric of the stream's event source mapping ("Event source mapping metrics", Lambda developer guide). */
export const mappingMetric = ({ mapping }: RecordStream, name: string, options: MetricOptions = {}): Metric =>
  metricOf('AWS/Lambda', name, { ...options, dimensions: { EventSourceMappingUUID: mapping.eventSourceMappingId } });

function metricOf(namespace: string, metricName: string, options: MetricOptions) {
  const { statistic = Stats.SUM, label, dimensions: dimensionsMap = {} } = options;
  const props = { namespace, metricName, statistic, period: options.period ?? period, dimensionsMap };
  return new Metric({ ...props, ...(label && { label }) });
}

/** The sum of metrics. Missing data counts as 0: otherwise one metric without data would hide all the others. */
export const sumOf = (metrics: readonly IMetric[], label: string): MathExpression =>
  weightedSum(
    metrics.map((metric) => ({ metric })),
    label,
  );

/** So many terms have fewer than the 2,048 characters of an expression (MetricDataQuery). */
const mostTerms = 40;

/** {@link sumOf} with a factor for each metric. */
export function weightedSum(parts: readonly { metric: IMetric; weight?: number }[], label: string): MathExpression {
  if (parts.length > mostTerms) {
    const sums = inGroups(parts, mostTerms).map((some, index) => weightedSum(some, `${label} part ${index + 1}`));
    return sumOf(sums, label);
  }
  // Each metric in the expressions of a graph needs a unique id.
  const ids = label.toLowerCase().replace(/\W/g, '_');
  const usingMetrics = Object.fromEntries(parts.map(({ metric }, index) => [`${ids}_${index}`, metric]));
  const terms = parts.map(({ weight }, index) => {
    const filled = `FILL(${ids}_${index}, 0)`;
    return weight === undefined ? filled : `${weight.toFixed(14)} * ${filled}`;
  });
  return new MathExpression({ expression: terms.join(' + '), usingMetrics, label, period });
}

/** The tables by their names in the documentation. */
export const tablesByName = (tables: Tables): Readonly<Record<string, TableV2>> => ({
  Directory: tables.directory,
  Admissions: tables.admissions,
  Records: tables.records,
  Usage: tables.usage,
  Networks: tables.networks,
});

/** Reads and writes of a table that DynamoDB throttled. */
export const throttlesOf = (table: TableV2): Metric[] => [
  tableMetric(table, 'ReadThrottleEvents'),
  tableMetric(table, 'WriteThrottleEvents'),
];

/** Invocations that failed or were throttled. */
export const failuresOf = (watched: GatewayFunction): Metric[] => [
  functionMetric(watched, 'Errors'),
  functionMetric(watched, 'Throttles'),
];

/** Records that Lambda or the tally put into the failure bucket, and records that Lambda dropped. */
export const failedRecords = (stage: Stage, recordStream: RecordStream): Metric[] => [
  mappingMetric(recordStream, 'OnFailureDestinationDeliveredEventCount'),
  mappingMetric(recordStream, 'DroppedEventCount'),
  ownMetric(stage, metricNames.recordsDiverted),
];
