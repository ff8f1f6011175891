import type { Logs, ReportProgress } from '../../packages/cdk-local/logs.ts';
import type { Teardown } from '../../packages/cdk-local/teardown.ts';
import type { ChainId } from '../../src/chains/chains.ts';
import type { Network } from '../../src/network.ts';
import type { StartNode } from '../chains/chain-node.ts';
import { localChains } from '../chains/chains.ts';
import type { ChosenNetwork } from './choose-nodes.ts';

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

/** Starts a local chain node for each network whose nodes are not asked. It represents all of them. */
export const startUpstreams = (
  networks: readonly ChosenNetwork[],
  { teardown, progress, logs, startNode = startProcess }: StartOptions,
): Promise<Network[]> =>
  Promise.all(
    networks.map(async ({ network: row, isAsked }) => {
      const { chain, network, upstreams } = row;
      if (isAsked) return row;
      const starting = startNode(chain, network, (line) => logs.add(`chain/${network}`, line));
      const { url } = await progress(`Chain node for ${network}`, teardown.started(starting));
      const stalls = localChains[chain].blocksOnDemand ? { stalledAfterSeconds: 0 } : {};
      return { ...row, ...stalls, upstreams: upstreams.map((node, at) => ({ ...node, url: addressOf(url, at) })) };
    }),
  );

/** Nodes of a network must differ in their addresses. A fragment is never sent. */
const addressOf = (url: string, at: number): string => (at === 0 ? url : `${url}/#${at + 1}`);
