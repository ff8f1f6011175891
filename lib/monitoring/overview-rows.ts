import { type GraphWidget, MathExpression, type Metric, SingleValueWidget, Stats } from 'aws-cdk-lib/aws-cloudwatch';
import { metricNames } from '../../src/embedded-metrics.ts';
import {
  apiMetric,
  functionMetric,
  type MonitoredResources,
  mappingMetric,
  ownMetric,
  period,
  sumOf,
  tablesByName,
  throttlesOf,
} from './metrics.ts';
import { answerWidth, graph, type OverviewRow, rowHeight, TopKeysWidget } from './overview-widgets.ts';
import { spending } from './spending.ts';
import type { TopKeys } from './top-keys.ts';

const gatewayWidth = 6;
const networksWidth = answerWidth - gatewayWidth;

/** With more, their graphs would be too narrow to read. */
const mostGraphs = 4;

const p99 = Stats.percentile(99);

/** The latency of requests by network, and of the gateway's parts. */
export const latencyRow = (watched: MonitoredResources): OverviewRow => {
  const graphs = watched.networks.length <= mostGraphs ? latencyGraphs(watched) : [latencyOfMany(watched)];
  const width = graphs.reduce((sum, each) => sum + each.width, 0);
  return {
    title: 'Is it fast?',
    hint: `Healthy: p99 stays below ${watched.stage.alarms.latency.toSeconds()} s, and below 50 ms in the authorizer.`,
    widgets: [
      ...graphs,
      graph(answerWidth - width, 'Parts of a request, p99 in ms', {
        left: partsOf(watched),
        right: [authorizerShare(watched)],
      }),
    ],
  };
};

function latencyGraphs(watched: MonitoredResources): GraphWidget[] {
  const { networks } = watched;
  const width = Math.floor(networksWidth / networks.length);
  return networks.map(({ network }) =>
    graph(width, `Latency of ${network}, ms`, { left: percentilesOf(watched, network) }),
  );
}

const latencyOfMany = ({ stage, networks }: MonitoredResources): GraphWidget =>
  graph(networksWidth, 'Latency by network, p99 in ms', {
    left: networks.map(({ network }) =>
      ownMetric(stage, metricNames.latency, { statistic: p99, dimensions: { network }, label: network }),
    ),
  });

const percentilesOf = ({ stage }: MonitoredResources, network: string): Metric[] =>
  [50, 95, 99].map((percent) =>
    ownMetric(stage, metricNames.latency, {
      statistic: Stats.percentile(percent),
      dimensions: { network },
      label: `p${percent}`,
    }),
  );

const partsOf = ({ api, authorizer, proxy }: MonitoredResources): Metric[] => [
  apiMetric(api, 'Latency', { statistic: p99, label: 'whole request' }),
  functionMetric(proxy, 'Duration', { statistic: p99, label: 'proxy and node' }),
  functionMetric(authorizer, 'Duration', { statistic: p99, label: 'authorizer' }),
];

/** API Gateway had an answer of the authorizer for the others, or they had no key. */
const authorizerShare = ({ api, authorizer }: MonitoredResources): MathExpression =>
  new MathExpression({
    expression: '100 * FILL(asked_0, 0) / asked_1',
    usingMetrics: { asked_0: functionMetric(authorizer, 'Invocations'), asked_1: apiMetric(api, 'Count') },
    label: '% that invoked the authorizer',
    period,
  });

/** The outcomes of calls that the gateway refuses (src/records/outcome.ts). */
const refusals = ['rate_limited', 'quota_exceeded', 'key_revoked', 'key_expired', 'plan_inactive', 'invalid_request'];

/** Refused calls by outcome and by key. */
export const refusalsRow = ({ stage, networks }: MonitoredResources, topKeys: TopKeys): OverviewRow => ({
  title: 'Who is refused, and why?',
  hint: 'Healthy: no single key is refused much more than the others.',
  widgets: [
    graph(6, 'Refused calls, by outcome', {
      stacked: true,
      left: refusals.map((outcome) =>
        sumOf(
          networks.map(({ network }) => ownMetric(stage, metricNames.calls, { dimensions: { network, outcome } })),
          outcome,
        ),
      ),
    }),
    graph(4, 'Invalid and throttled keys', {
      stacked: true,
      left: [
        ownMetric(stage, metricNames.keysThrottled, { label: 'throttled' }),
        ownMetric(stage, metricNames.malformedKeys, { label: 'malformed' }),
        ownMetric(stage, metricNames.unknownKeys, { label: 'unknown' }),
      ],
    }),
    new TopKeysWidget(5, 'Keys over their limits', topKeys.limited),
    new TopKeysWidget(5, 'Revoked, expired and suspended keys', topKeys.refused),
  ],
});

/** The delay of the tallies, and records that are missing from them. */
export const tallyRow = ({ stage, tables, recordStream }: MonitoredResources): OverviewRow => ({
  title: 'Are tallies current?',
  hint: `Healthy: the lag stays near ${stage.tallyWindow.toSeconds()} s, and the other graphs are empty.`,
  widgets: [
    graph(7, 'Lag, ms', {
      left: [
        ownMetric(stage, metricNames.tallyLag, { statistic: Stats.MAXIMUM, label: 'from request to tally' }),
        functionMetric(recordStream.tally, 'IteratorAge', { statistic: Stats.MAXIMUM, label: 'in the stream' }),
      ],
    }),
    graph(7, 'Records not counted', {
      left: [
        ownMetric(stage, metricNames.recordsLost, { label: 'only in the log' }),
        ownMetric(stage, metricNames.recordsThrottled, { label: 'only in the log, throttled' }),
        ownMetric(stage, metricNames.recordsDiverted, { label: 'to the failure bucket by the tally' }),
        mappingMetric(recordStream, 'OnFailureDestinationDeliveredEventCount', {
          label: 'to the failure bucket by Lambda',
        }),
        mappingMetric(recordStream, 'DroppedEventCount', { label: 'dropped' }),
        ownMetric(stage, metricNames.recordsReplayed, { label: 'replayed' }),
      ],
    }),
    graph(6, 'Throttled by DynamoDB', {
      left: Object.entries(tablesByName(tables)).map(([name, table]) => sumOf(throttlesOf(table), name)),
    }),
  ],
});

/** The cost of the last 24 hours, by service, and the keys with the most requests. */
export const costRow = (watched: MonitoredResources, topKeys: TopKeys): OverviewRow => ({
  title: 'What does it cost today?',
  hint:
    'Estimated with src/cost/prices.ts, without storage, transfer and monitoring.' +
    (watched.stage.capacity ? ' Admissions and Records at on-demand prices.' : ''),
  widgets: [
    new SingleValueWidget({
      title: 'Dollars in 24 hours',
      metrics: [sumOf(spending(watched), 'all')],
      setPeriodToTimeRange: true,
      start: '-PT24H',
      width: 4,
      height: rowHeight,
    }),
    graph(8, 'Dollars, by service', { left: spending(watched), stacked: true }),
    new TopKeysWidget(8, 'Busiest keys', topKeys.busiest),
  ],
});
