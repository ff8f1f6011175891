import {
  type Alarm,
  AlarmStatusWidget,
  MathExpression,
  type Metric,
  SingleValueWidget,
  Stats,
} from 'aws-cdk-lib/aws-cloudwatch';
import { type MetricName, metricNames } from '../../src/metrics.ts';
import { nodeNames } from '../../src/node-names.ts';
import {
  apiMetric,
  failuresOf,
  functionMetric,
  type MonitoredResources,
  mappingMetric,
  networkNames,
  ownMetric,
  period,
  sumOf,
  tablesByName,
  throttlesOf,
} from './metrics.ts';
import { answerWidth, graph, type OverviewRow, rowHeight, TopKeysWidget } from './overview-widgets.ts';
import { spending } from './spending.ts';
import type { TopKeys } from './top-keys.ts';

/** Whether the service answers, and keeps what it promises. */
export const availabilityRow = (watched: MonitoredResources, alarms: readonly Alarm[]): OverviewRow => ({
  title: 'Is it up?',
  hint: 'Every alarm is green, 5xx is flat, and no node is behind.',
  widgets: [
    new AlarmStatusWidget({ title: 'Promises', alarms: [...alarms], width: 6, height: rowHeight }),
    graph(5, 'Requests', {
      left: [
        apiMetric(watched.api, 'Count', { label: 'requests' }),
        apiMetric(watched.api, '4xx', { label: '4xx: refused' }),
        apiMetric(watched.api, '5xx', { label: '5xx: failed' }),
      ],
    }),
    graph(4, 'Invocations failed', {
      left: [
        sumOf(failuresOf(watched.authorizer), 'authorizer'),
        sumOf(failuresOf(watched.proxy), 'proxy'),
        sumOf(failuresOf(watched.recordStream.tally), 'tally'),
      ],
    }),
    graph(5, 'How far nodes are behind', {
      left: ofNodes(watched, metricNames.nodeLag, Stats.MAXIMUM),
      right: [allUp(ofNodes(watched, metricNames.nodeUp, Stats.MINIMUM))],
      rightYAxis: { min: 0, max: 1, showUnits: false },
    }),
  ],
});

const ofNodes = ({ stage, upstreams }: MonitoredResources, name: MetricName, statistic: string): Metric[] =>
  Object.entries(upstreams).flatMap(([network, nodes]) =>
    nodeNames(nodes).map((node) =>
      ownMetric(stage, name, { statistic, dimensions: { network, node }, label: `${network} ${node}` }),
    ),
  );

/** Of the nodes' health one line is enough: the alarms name the node. */
const allUp = (nodes: readonly Metric[]): MathExpression => {
  const usingMetrics = Object.fromEntries(nodes.map((node, index) => [`up_${index}`, node]));
  const expression = `MIN([${Object.keys(usingMetrics).join(', ')}])`;
  return new MathExpression({ expression, usingMetrics, label: 'all nodes up: 1', period });
};

const gatewayWidth = 6;
const networkWidth = Math.floor((answerWidth - gatewayWidth) / networkNames.length);

const p99 = Stats.percentile(99);

/** How long requests take, by network; and how much of it is the gateway's. */
export const latencyRow = (watched: MonitoredResources): OverviewRow => ({
  title: 'Is it fast?',
  hint: `p99 stays below ${watched.stage.alarms.latency.toSeconds()} s, and the authorizer’s below 50 ms.`,
  widgets: [
    ...networkNames.map((network) =>
      graph(networkWidth, `Answered by ${network}, ms`, { left: percentilesOf(watched, network) }),
    ),
    graph(answerWidth - networkNames.length * networkWidth, 'The gateway’s parts, p99 in ms', {
      left: partsOf(watched),
    }),
  ],
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

/** Outcomes of calls that the gateway refused (src/records/outcome.ts). */
const refusals = ['rate_limited', 'quota_exceeded', 'key_revoked', 'key_expired', 'plan_inactive', 'invalid_request'];

/** Which keys are turned away, and for what. */
export const refusalsRow = ({ stage }: MonitoredResources, topKeys: TopKeys): OverviewRow => ({
  title: 'Who is refused, and why?',
  hint: 'No key stands out, unless its customer knows.',
  widgets: [
    graph(6, 'Calls refused, by outcome', {
      stacked: true,
      left: refusals.map((outcome) =>
        sumOf(
          networkNames.map((network) => ownMetric(stage, metricNames.calls, { dimensions: { network, outcome } })),
          outcome,
        ),
      ),
    }),
    graph(4, 'Keys that nobody has', {
      stacked: true,
      left: [
        ownMetric(stage, metricNames.malformedKeys, { label: 'malformed' }),
        ownMetric(stage, metricNames.unknownKeys, { label: 'unknown' }),
      ],
    }),
    new TopKeysWidget(5, 'Keys beyond their limits', topKeys.limited),
    new TopKeysWidget(5, 'Keys refused for their state', topKeys.refused),
  ],
});

/** Whether every request is in the tallies, and how soon. */
export const tallyRow = ({ stage, tables, recordStream }: MonitoredResources): OverviewRow => ({
  title: 'Are tallies current?',
  hint: `The lag stays near ${stage.tallyWindow.toSeconds()} s, and the others have no lines.`,
  widgets: [
    graph(7, 'Lag, ms', {
      left: [
        ownMetric(stage, metricNames.tallyLag, { statistic: Stats.MAXIMUM, label: 'from request to tally' }),
        functionMetric(recordStream.tally, 'IteratorAge', { statistic: Stats.MAXIMUM, label: 'in the stream' }),
      ],
    }),
    graph(7, 'Records that went astray', {
      left: [
        ownMetric(stage, metricNames.recordsLost, { label: 'lost to the log' }),
        ownMetric(stage, metricNames.recordsDiverted, { label: 'diverted by the tally' }),
        mappingMetric(recordStream, 'OnFailureDestinationDeliveredEventCount', { label: 'given up by Lambda' }),
        mappingMetric(recordStream, 'DroppedEventCount', { label: 'dropped' }),
        ownMetric(stage, metricNames.recordsReplayed, { label: 'replayed' }),
      ],
    }),
    graph(6, 'Turned away by DynamoDB', {
      left: Object.entries(tablesByName(tables)).map(([name, table]) => sumOf(throttlesOf(table), name)),
    }),
  ],
});

/** What the last day's use costs, and whose it is. */
export const costRow = (watched: MonitoredResources, topKeys: TopKeys): OverviewRow => ({
  title: 'What does it cost today?',
  hint:
    'By lib/prices.ts, without storage, transfer and the monitoring itself.' +
    (watched.stage.capacity ? ' Admissions and Records as if they were on demand.' : ''),
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
