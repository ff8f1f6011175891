import type { IMetric, MathExpression } from 'aws-cdk-lib/aws-cloudwatch';
import type { LogGroup } from 'aws-cdk-lib/aws-logs';
import { type Price, prices } from '../../src/cost/prices.ts';
import type { GatewayFunction } from '../functions/gateway-function.ts';
import {
  apiMetric,
  functionMetric,
  logMetric,
  type MonitoredResources,
  tableMetric,
  tablesByName,
  weightedSum,
} from './metrics.ts';

/** A metered quantity; its weight is dollars per unit. */
type MeteredUse = { readonly metric: IMetric; readonly weight: number };

/** The cost of use in dollars, by service, at the price of the first step. */
export const spending = (watched: MonitoredResources): MathExpression[] => [
  weightedSum([{ metric: apiMetric(watched.api, 'Count'), weight: each(prices.httpApi, 1e6) }], 'HTTP API'),
  weightedSum(lambdaUse(watched), 'Lambda'),
  weightedSum(tableUse(watched), 'DynamoDB'),
  weightedSum(logUse(watched), 'logs'),
];

/** The price of one, from the price of so many. */
const each = ({ steps }: Price, many: number): number => (steps[0]?.dollars ?? 0) / many;

function lambdaUse({ stage, authorizer, proxy, recordStream }: MonitoredResources): MeteredUse[] {
  const functions: [GatewayFunction, number][] = [
    [authorizer, stage.memory.authorizer],
    [proxy, stage.memory.proxy],
    [recordStream.tally, stage.memory.tally],
  ];
  return functions.flatMap(([one, megabytes]) => [
    { metric: functionMetric(one, 'Invocations'), weight: each(prices.lambdaRequests, 1e6) },
    { metric: functionMetric(one, 'Duration'), weight: (each(prices.lambdaTime, 1e3) * megabytes) / 1_024 },
  ]);
}

const tableUse = ({ tables }: MonitoredResources): MeteredUse[] =>
  Object.values(tablesByName(tables)).flatMap((table) => [
    { metric: tableMetric(table, 'ConsumedWriteCapacityUnits'), weight: each(prices.writeUnits, 1e6) },
    { metric: tableMetric(table, 'ConsumedReadCapacityUnits'), weight: each(prices.readUnits, 1e6) },
  ]);

function logUse({ api, authorizer, proxy, recordStream }: MonitoredResources): MeteredUse[] {
  const bytes = (logs: LogGroup, price: Price) => ({
    metric: logMetric(logs, 'IncomingBytes'),
    weight: each(price, 1e9),
  });
  const functions = [authorizer, proxy, recordStream.tally].map(({ logs }) => bytes(logs, prices.functionLogs));
  return [bytes(api.accessLogs, prices.accessLogs), ...functions];
}
