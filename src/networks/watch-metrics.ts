import { type Metrics, metricNames } from '../embedded-metrics.ts';
import { nodesOnWrongChain } from './chain-identity.ts';
import type { CheckedNode, NetworkState } from './network-state.ts';

/** `NodeUp` is the result of this one check, because the alarm counts failures itself. */
export const networkMetrics = (state: NetworkState, checked: readonly CheckedNode[]): Metrics[] => [
  ...checked.map(({ name, result }): Metrics => {
    const lagMs = result.answered ? state.nodes.find((node) => node.name === name)?.lagMs : undefined;
    return {
      at: state.checkedAt,
      dimensions: { network: state.network, node: name },
      dimensionSets: [['network', 'node']],
      values: {
        [metricNames.nodeUp]: { unit: 'Count', value: result.answered ? 1 : 0 },
        ...(lagMs !== undefined && { [metricNames.nodeLag]: { unit: 'Seconds', value: lagMs / 1_000 } }),
      },
    };
  }),
  // One metric for all networks: the log names those that stand still, and nodes on a wrong chain.
  {
    at: state.checkedAt,
    dimensions: {},
    dimensionSets: [[]],
    values: {
      [metricNames.networkStalled]: { unit: 'Count', value: state.pace?.stalled ? 1 : 0 },
      [metricNames.nodesOnWrongChain]: { unit: 'Count', value: nodesOnWrongChain(state).length },
    },
  },
];

/** One metric for all endpoints: they share the API and the authorizer, and the log names those that failed. */
export const endpointMetrics = (up: boolean, at: number): Metrics => ({
  at,
  dimensions: {},
  dimensionSets: [[]],
  values: { [metricNames.endpointUp]: { unit: 'Count', value: up ? 1 : 0 } },
});
