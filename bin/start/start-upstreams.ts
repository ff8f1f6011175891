import type { Logs, ReportProgress } from '../../packages/cdk-local/logs.ts';
import type { Teardown } from '../../packages/cdk-local/teardown.ts';
import type { ChainId } from '../../src/chains/chains.ts';
import type { Network } from '../../src/network.ts';
import type { StartNode } from '../chains/chain-node.ts';
import { localChains } from '../chains/chains.ts';

/** Starts a node of a chain. */
export type StartChainNode = (chain: ChainId, ...given: Parameters<StartNode>) => ReturnType<StartNode>;

type StartOptions = {
  readonly teardown: Teardown;
  readonly progress: ReportProgress;
  readonly logs: Logs;
  /** Default: a process for each node. */
  readonly startNode?: StartChainNode | undefined;
};

const startProcess: StartChainNode = (chain, ...given) => localChains[chain].startNode(...given);

/** Starts a local chain node for each network without upstreams. */
export const startUpstreams = (
  networks: readonly Network[],
  { teardown, progress, logs, startNode = startProcess }: StartOptions,
): Promise<Network[]> =>
  Promise.all(
    networks.map(async (row) => {
      const { chain, network, upstreams } = row;
      if (upstreams.length > 0) return row;
      const starting = startNode(chain, network, (line) => logs.add(`chain/${network}`, line));
      const { url } = await progress(`Chain node for ${network}`, teardown.started(starting));
      const stalls = localChains[chain].blocksOnDemand ? { stalledAfterSeconds: 0 } : {};
      return { ...row, ...stalls, upstreams: [{ url }] };
    }),
  );
