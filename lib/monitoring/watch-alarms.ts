import { Duration } from 'aws-cdk-lib';
import { type IMetric, MathExpression, type Metric, Stats } from 'aws-cdk-lib/aws-cloudwatch';
import { chainOfNetwork } from '../../src/chain-of-network.ts';
import { metricNames, vpcMetricNames } from '../../src/embedded-metrics.ts';
import { type Network, nodeNames } from '../../src/network.ts';
import type { GatewayFunction } from '../functions/gateway-function.ts';
import type { AlarmDefinition } from './alarm-definition.ts';
import { functionMetric, type MonitoredResources, ownMetric, period } from './metrics.ts';

// None of these stops a release: a release does not cause failures of nodes, and the fix for an endpoint that is down
// may be a release, which an active alarm would roll back.

/** The alarms on nodes and endpoints, which watch checks, and on watch itself. */
export const watchAlarms = (watched: MonitoredResources): AlarmDefinition[] => [
  ...watched.networks.flatMap((network) =>
    nodeNames(network.upstreams).flatMap((node) => nodeRows(watched, network, node)),
  ),
  ...networkRows(watched),
  ...hostsOf(watched).map(([host, network]) => credentialsRow(watched, host, network)),
  endpointRow(watched),
  watchRow(watched),
  ...(watched.endpointWatch ? vpcRows(watched, watched.endpointWatch) : []),
];

/** Watch runs once a minute; a single failed check needs no action. */
const minute = Duration.minutes(1);
const periods = { breaching: 3, of: 5 };

const nodeRows = ({ stage }: MonitoredResources, settings: Network, node: string): AlarmDefinition[] => {
  const { network } = settings;
  const maxLagSeconds = chainOfNetwork(settings).maxLagMs / 1_000;
  const dimensions = { network, node };
  return [
    {
      name: `node-down-${network}-${node}`,
      network,
      runbook: 'node-down',
      description: `The node ${node} of ${network} did not answer in 3 of the last 5 minutes.`,
      // If watch runs twice in a minute, the better result counts.
      metric: ownMetric(stage, metricNames.nodeUp, { statistic: Stats.MAXIMUM, dimensions, period: minute }),
      threshold: 1,
      below: true,
      periods,
    },
    {
      name: `node-behind-${network}-${node}`,
      network,
      runbook: 'node-behind',
      description: `The node ${node} of ${network} was more than ${maxLagSeconds} s behind in 3 of the last 5 minutes.`,
      metric: ownMetric(stage, metricNames.nodeLag, { statistic: Stats.MINIMUM, dimensions, period: minute }),
      // More than the limit: the metric has milliseconds.
      threshold: maxLagSeconds + 0.001,
      periods,
    },
  ];
};

const networkRows = ({ stage, networks }: MonitoredResources): AlarmDefinition[] => [
  {
    name: 'network-stalled',
    runbook: 'network-stalled',
    description: `A network (${namesOf(networks)}) had no new block for longer than it allows, in 3 of the last 5 minutes.`,
    metric: ownMetric(stage, metricNames.networkStalled, { statistic: Stats.MAXIMUM, period: minute }),
    threshold: 1,
    periods,
  },
  {
    name: 'node-wrong-chain',
    runbook: 'node-wrong-chain',
    description: `A node is on another chain than its network (${namesOf(networks)}), or a network's nodes contradict each other.`,
    metric: ownMetric(stage, metricNames.nodesOnWrongChain, { statistic: Stats.MAXIMUM }),
    threshold: 1,
  },
];

/** The hosts of all nodes (the metric's dimension, as in the log), each with its first network. */
function hostsOf({ networks }: MonitoredResources): [host: string, network: string][] {
  const hosts = networks.flatMap(({ network, upstreams }) =>
    upstreams.map(({ url }): [string, string] => [new URL(url).host, network]),
  );
  return hosts.filter(([host], index) => hosts.findIndex(([other]) => other === host) === index);
}

const credentialsRow = ({ stage }: MonitoredResources, host: string, network: string): AlarmDefinition => ({
  name: `credentials-rejected-${host}`,
  network,
  runbook: 'credentials-rejected',
  description: `The node ${host} rejected the operator's credentials at least ${stage.alarms.credentialsRejected} times in 5 minutes.`,
  metric: ownMetric(stage, metricNames.credentialsRejected, { dimensions: { host } }),
  threshold: stage.alarms.credentialsRejected,
});

/** At most 600 characters: CloudWatch allows a description 1,024. */
function namesOf(networks: readonly Network[]): string {
  const names = networks.map(({ network }) => network).join(', ');
  return names.length <= 600 ? names : `one of ${networks.length} networks`;
}

const endpointRow = ({ stage, networks }: MonitoredResources): AlarmDefinition => ({
  name: 'endpoint-down',
  runbook: 'endpoint-down',
  description: `An endpoint (${namesOf(networks)}) failed its check in 3 of the last 5 minutes: customers probably cannot call it.`,
  metric: ownMetric(stage, metricNames.endpointUp, { statistic: Stats.MAXIMUM, period: minute }),
  threshold: 1,
  below: true,
  periods,
});

/** Without runs that end well, watch cannot be relied on to report a node that is down. */
const watchRow = ({ stage, watch, endpointWatch }: MonitoredResources): AlarmDefinition => ({
  ...silentRow(watch, endpointWatch ? functionMetric(watch, 'Invocations') : endpointChecks(stage)),
  name: 'watch-silent',
  description: `watch did not finish a check of nodes${endpointWatch ? '' : ' and endpoints'} in the last 5 minutes.`,
});

const endpointChecks = (stage: MonitoredResources['stage']): Metric =>
  ownMetric(stage, metricNames.endpointUp, { statistic: Stats.SAMPLE_COUNT });

/** Runs minus failed runs are below one. */
const silentRow = (watch: GatewayFunction, runs: IMetric): Omit<AlarmDefinition, 'name' | 'description'> => ({
  runbook: 'watch-silent',
  metric: new MathExpression({
    expression: 'FILL(runs, 0) - FILL(failed, 0)',
    usingMetrics: { runs, failed: functionMetric(watch, 'Errors') },
    label: 'runs of watch',
    period,
  }),
  threshold: 1,
  below: true,
  missingDataBreaches: true,
});

/** Of functions in a VPC: the other half of watch, and what nodes and the network between have in common. */
const vpcRows = ({ stage }: MonitoredResources, endpointWatch: GatewayFunction): AlarmDefinition[] => [
  {
    ...silentRow(endpointWatch, endpointChecks(stage)),
    name: 'endpoint-watch-silent',
    description: 'endpoint-watch did not finish a check of the endpoints in the last 5 minutes.',
  },
  {
    name: 'aws-unreachable',
    runbook: 'aws-unreachable',
    description:
      'watch got no answer from DynamoDB or Secrets Manager in 3 of the last 5 minutes: an endpoint or a rule of the VPC is missing.',
    metric: ownMetric(stage, vpcMetricNames.awsUnreachable, { period: minute }),
    threshold: 1,
    periods,
  },
];
