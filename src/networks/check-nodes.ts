import type { Chain } from '../chains/chain.ts';
import { serves } from '../chains/served.ts';
import { nodeNames, type Upstream } from '../network.ts';
import { isChainIdDue } from './chain-identity.ts';
import { checkNode, type NodeCheckDeps } from './health-checks.ts';
import type { CheckedNode, NetworkState } from './network-state.ts';
import { isEarliestDue } from './node-states.ts';

/** @param asksHealth of all nodes; otherwise only of those with a trouble */
export function checkNodes(
  upstreams: readonly Upstream[],
  chain: Chain,
  previous: NetworkState | undefined,
  deps: NodeCheckDeps,
  asksHealth: boolean,
): Promise<CheckedNode[]> {
  const names = nodeNames(upstreams);
  const now = deps.clock();
  const { nodes = [], pace } = previous ?? {};
  const blockMs = pace?.blockMs ?? chain.blockMs;
  return Promise.all(
    upstreams.map(async (upstream, index) => {
      const node = { name: names[index] ?? '', url: upstream.url };
      const before = nodes.find(({ name, url }) => name === node.name && url === node.url);
      const isUnknown = upstream.archive === undefined && upstream.earliestSlot === undefined;
      const hasTrouble = !before?.up || before.behind || before.failures > 0;
      const further = {
        health: asksHealth || hasTrouble,
        earliest: isUnknown && serves(upstream, chain, chain.earliest.method) && isEarliestDue(before, now),
        chainId: (height: number | undefined) => isChainIdDue(before, height, blockMs, now),
      };
      return { ...node, result: await checkNode(upstream, chain, deps, further) };
    }),
  );
}
