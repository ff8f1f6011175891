import { type Metrics, metricNames } from '../metrics.ts';
import type { CheckedNode } from './judge-nodes.ts';
import type { NodeState } from './network-state.ts';

/**
 * What a check tells CloudWatch of each node. `NodeUp` is the check's own result, for the alarm counts failures itself;
 * `NodeLag` is left out while it is not known.
 * @param at ms since the epoch
 */
export const nodeMetrics = (
  network: string,
  checked: readonly CheckedNode[],
  nodes: readonly NodeState[],
  at: number,
): Metrics[] =>
  checked.map(({ name, result }) => {
    const lag = result.answered ? nodes.find((node) => node.name === name)?.lag : undefined;
    return {
      at,
      dimensions: { network, node: name },
      dimensionSets: [['network', 'node']],
      values: {
        [metricNames.nodeUp]: { unit: 'Count', value: result.answered ? 1 : 0 },
        ...(lag !== undefined && { [metricNames.nodeLag]: { unit: 'Count', value: lag } }),
      },
    };
  });

/** One for all endpoints: they share the API and the authorizer, and the log names the one that failed. */
export const endpointMetrics = (up: boolean, at: number): Metrics => ({
  at,
  dimensions: {},
  dimensionSets: [[]],
  values: { [metricNames.endpointUp]: { unit: 'Count', value: up ? 1 : 0 } },
});
