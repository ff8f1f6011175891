import { AlarmStatusWidget, type IAlarm, MathExpression, type Metric, Stats } from 'aws-cdk-lib/aws-cloudwatch';
import { type MetricName, metricNames } from '../../src/embedded-metrics.ts';
import { nodeNames } from '../../src/network.ts';
import { apiMetric, failuresOf, type MonitoredResources, ownMetric, period, sumOf } from './metrics.ts';
import { answerWidth, graph, inGroups, type OverviewRow, rowHeight } from './overview-widgets.ts';

/** Alarms, requests, failed invocations and the nodes' state. */
const availabilityRow = (
  watched: MonitoredResources,
  alarms: readonly IAlarm[],
  nodes: readonly Node[],
): OverviewRow => ({
  title: 'Is it up?',
  hint: 'Healthy: every alarm is green, 5xx stays at 0, and no node is behind.',
  widgets: [
    alarmStates(6, alarms),
    graph(5, 'Requests', {
      left: [
        apiMetric(watched.api, 'Count', { label: 'requests' }),
        apiMetric(watched.api, '4xx', { label: '4xx: refused' }),
        apiMetric(watched.api, '5xx', { label: '5xx: failed' }),
      ],
    }),
    graph(4, 'Failed invocations', {
      left: [
        sumOf(failuresOf(watched.authorizer), 'authorizer'),
        sumOf(failuresOf(watched.proxy), 'proxy'),
        sumOf(failuresOf(watched.recordStream.tally), 'tally'),
        apiMetric(watched.controlPlane.api.httpApi, '5xx', { label: 'management API: 5xx' }),
      ],
    }),
    nodeLag(5, watched, nodes),
  ],
});

/** The most alarms of a widget (CloudWatch, "Dashboard body structure and syntax"). */
const alarmsOfWidget = 100;

/** A graph can have 500 metrics ("CloudWatch service quotas"), and each node has two in it. */
const nodesOfGraph = 200;

/** The state of alarms and nodes: {@link availabilityRow}, and further rows for the alarms and nodes that it has no room for. */
export function availabilityRows(watched: MonitoredResources, alarms: readonly IAlarm[]): OverviewRow[] {
  const [firstAlarms = [], ...otherAlarms] = inGroups(alarms, alarmsOfWidget);
  const [firstNodes = [], ...otherNodes] = inGroups(nodesOf(watched), nodesOfGraph);
  const half = answerWidth / 2;
  const others = [
    ...otherAlarms.map((some) => alarmStates(half, some)),
    ...otherNodes.map((some) => nodeLag(half, watched, some)),
  ];
  const further = inGroups(others, 2).map((widgets) => ({
    title: 'Is it up?',
    hint: 'Further alarms and nodes.',
    widgets,
  }));
  return [availabilityRow(watched, firstAlarms, firstNodes), ...further];
}

const alarmStates = (width: number, alarms: readonly IAlarm[]) =>
  new AlarmStatusWidget({ title: 'Alarms', alarms: [...alarms], width, height: rowHeight });

type Node = { readonly network: string; readonly node: string };

const nodesOf = ({ networks }: MonitoredResources): Node[] =>
  networks.flatMap(({ network, upstreams }) => nodeNames(upstreams).map((node) => ({ network, node })));

const nodeLag = (width: number, { stage }: MonitoredResources, nodes: readonly Node[]) => {
  const ofNodes = (name: MetricName, statistic: string) =>
    nodes.map(({ network, node }) =>
      ownMetric(stage, name, { statistic, dimensions: { network, node }, label: `${network} ${node}` }),
    );
  return graph(width, 'Node lag', {
    left: ofNodes(metricNames.nodeLag, Stats.MAXIMUM),
    right: [allUp(ofNodes(metricNames.nodeUp, Stats.MINIMUM))],
    rightYAxis: { min: 0, max: 1, showUnits: false },
  });
};

/** One line for the health of all nodes: the alarms name the node that is down. */
const allUp = (nodes: readonly Metric[]): MathExpression => {
  const usingMetrics = Object.fromEntries(nodes.map((node, index) => [`up_${index}`, node]));
  const expression = `MIN([${Object.keys(usingMetrics).join(', ')}])`;
  return new MathExpression({ expression, usingMetrics, label: 'all nodes up: 1', period });
};
