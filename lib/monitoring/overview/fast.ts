import { type Metric, Stats } from 'aws-cdk-lib/aws-cloudwatch';
import { metricNames } from '../../../src/embedded-metrics.ts';
import { apiMetric, functionMetric, ownMetric } from '../metrics.ts';
import { networks } from '../networks.ts';
import type { Watched } from '../watched.ts';
import { answerWidth, graph, type Question } from './question.ts';

const gatewayWidth = 6;
const networkWidth = Math.floor((answerWidth - gatewayWidth) / networks.length);

const p99 = Stats.percentile(99);

/** How long requests take, by network; and how much of it is the gateway's. */
export const fast = (watched: Watched): Question => ({
  title: 'Is it fast?',
  hint: `p99 stays below ${watched.stage.alarms.latency.toSeconds()} s, and the authorizer’s below 50 ms.`,
  widgets: [
    ...networks.map((network) =>
      graph(networkWidth, `Answered by ${network}, ms`, { left: percentilesOf(watched, network) }),
    ),
    graph(answerWidth - networks.length * networkWidth, 'The gateway’s parts, p99 in ms', { left: partsOf(watched) }),
  ],
});

const percentilesOf = ({ stage }: Watched, network: string): Metric[] =>
  [50, 95, 99].map((percent) =>
    ownMetric(stage, metricNames.latency, {
      statistic: Stats.percentile(percent),
      dimensions: { network },
      label: `p${percent}`,
    }),
  );

const partsOf = ({ api, authorizer, proxy }: Watched): Metric[] => [
  apiMetric(api, 'Latency', { statistic: p99, label: 'whole request' }),
  functionMetric(proxy, 'Duration', { statistic: p99, label: 'proxy and node' }),
  functionMetric(authorizer, 'Duration', { statistic: p99, label: 'authorizer' }),
];
