import { type Alarm, AlarmStatusWidget, MathExpression, type Metric, Stats } from 'aws-cdk-lib/aws-cloudwatch';
import { type MetricName, metricNames } from '../../../src/embedded-metrics.ts';
import { nodeNames } from '../../../src/upstream-config.ts';
import { apiMetric, failuresOf, ownMetric, period, sumOf } from '../metrics.ts';
import type { Watched } from '../watched.ts';
import { graph, type Question, rowHeight } from './question.ts';

/** Whether the service answers, and keeps what it promises. */
export const up = (watched: Watched, alarms: readonly Alarm[]): Question => ({
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

const ofNodes = ({ stage, upstreams }: Watched, name: MetricName, statistic: string): Metric[] =>
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
