import { type Metrics, metricNames } from '../embedded-metrics.ts';
import type { EpochMs } from '../time.ts';
import type { CheckedNode, NetworkState } from './network-state.ts';

/** `NodeUp` is the result of this one check, because the alarm counts failures itself. */
export const networkMetrics = (
  { network, checkedAt: at, nodes, pace }: NetworkState,
  checked: readonly CheckedNode[],
) => [
  ...checked.map(({ name, result }): Metrics => {
    const lagMs = result.answered ? nodes.find((node) => node.name === name)?.lagMs : undefined;
    return {
      at,
      dimensions: { network, node: name },
      dimensionSets: [['network', 'node']],
      values: {
        [metricNames.nodeUp]: { unit: 'Count', value: result.answered ? 1 : 0 },
        ...(lagMs !== undefined && { [metricNames.nodeLag]: { unit: 'Seconds', value: lagMs / 1_000 } }),
      },
    };
  }),
  stalledMetrics(network, at, pace?.stalled ?? false),
];

const stalledMetrics = (network: string, at: EpochMs, stalled: boolean): Metrics => ({
  at,
  dimensions: { network },
  dimensionSets: [['network']],
  values: { [metricNames.networkStalled]: { unit: 'Count', value: stalled ? 1 : 0 } },
});

/** One metric for all endpoints: they share the API and the authorizer, and the log names those that failed. */
export const endpointMetrics = (up: boolean, at: number): Metrics => ({
  at,
  dimensions: {},
  dimensionSets: [[]],
  values: { [metricNames.endpointUp]: { unit: 'Count', value: up ? 1 : 0 } },
});
