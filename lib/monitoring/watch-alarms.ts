import { Duration } from 'aws-cdk-lib';
import { MathExpression, Stats } from 'aws-cdk-lib/aws-cloudwatch';
import { maxLagOf } from '../../src/chains/network-chain.ts';
import { metricNames } from '../../src/embedded-metrics.ts';
import { type RpcRoute, routes } from '../../src/rpc-routes.ts';
import { nodeNames } from '../../src/upstream-config.ts';
import type { AlarmRow } from './alarm-row.ts';
import { functionMetric, ownMetric, period } from './metrics.ts';
import type { Watched } from './watched.ts';

// None of these stops a release. Nodes are not the release's doing. And an endpoint that is down must be mended by a
// deployment, which an alarm that is on already would stop.

/** The alarms on what watch finds, and on watch itself. */
export const watchRows = (watched: Watched): AlarmRow[] => [
  ...routes.flatMap((route) =>
    nodeNames(watched.upstreams[route.network] ?? []).flatMap((node) => nodeRows(watched, route, node)),
  ),
  ...hostsOf(watched).map((host) => credentialsRow(watched, host)),
  endpointRow(watched),
  watchRow(watched),
];

/** Watch runs once a minute; a run that fails by chance is not worth a call. */
const minute = Duration.minutes(1);
const periods = { breaching: 3, of: 5 };

const nodeRows = ({ stage }: Watched, route: RpcRoute, node: string): AlarmRow[] => {
  const { network } = route;
  const dimensions = { network, node };
  return [
    {
      name: `node-down-${network}-${node}`,
      runbook: 'node-down',
      promise: `The node ${node} of ${network} is up.`,
      // Of two runs in one minute the better one counts.
      metric: ownMetric(stage, metricNames.nodeUp, { statistic: Stats.MAXIMUM, dimensions, period: minute }),
      threshold: 1,
      below: true,
      periods,
    },
    {
      name: `node-behind-${network}-${node}`,
      runbook: 'node-behind',
      promise: `The node ${node} of ${network} is at most ${maxLagOf(route)} behind.`,
      metric: ownMetric(stage, metricNames.nodeLag, { statistic: Stats.MINIMUM, dimensions, period: minute }),
      threshold: maxLagOf(route) + 1,
      periods,
    },
  ];
};

/** The hosts of all nodes, as the log names them. */
const hostsOf = ({ upstreams }: Watched): string[] => [
  ...new Set(
    Object.values(upstreams)
      .flat()
      .map(({ url }) => new URL(url).host),
  ),
];

const credentialsRow = ({ stage }: Watched, host: string): AlarmRow => ({
  name: `credentials-rejected-${host}`,
  runbook: 'credentials-rejected',
  promise: `The node ${host} accepts the operator's credentials.`,
  metric: ownMetric(stage, metricNames.credentialsRejected, { dimensions: { host } }),
  threshold: stage.alarms.credentialsRejected,
});

const endpointRow = ({ stage }: Watched): AlarmRow => ({
  name: 'endpoint-down',
  runbook: 'endpoint-down',
  promise: `The endpoints of ${routes.map(({ network }) => network).join(' and ')} can be called.`,
  metric: ownMetric(stage, metricNames.endpointUp, { statistic: Stats.MAXIMUM, period: minute }),
  threshold: 1,
  below: true,
  periods,
});

/** Runs that told something, less those that failed: below one, what watch does not say means nothing. */
const watchRow = ({ stage, watch }: Watched): AlarmRow => ({
  name: 'watch-silent',
  runbook: 'watch-silent',
  promise: 'Watch checks the nodes and endpoints of every network once a minute.',
  metric: new MathExpression({
    expression: 'FILL(runs, 0) - FILL(failed, 0)',
    usingMetrics: {
      runs: ownMetric(stage, metricNames.endpointUp, { statistic: Stats.SAMPLE_COUNT }),
      failed: functionMetric(watch, 'Errors'),
    },
    label: 'runs of watch',
    period,
  }),
  threshold: 1,
  below: true,
  silenceIsBad: true,
});
