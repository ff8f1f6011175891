import { localChains } from '../../bin/chains/chains.ts';
import type { StartChainNode } from '../../bin/start/start-upstreams.ts';
import { startChain } from '../../packages/solana-node/chain.ts';

/**
 * Starts a node; one of Solana runs in the test's process, because a process for each takes half a second of processor
 * time. test/bin/chains proves the processes.
 */
export const startChainNode: StartChainNode = (chain, network, onLine) =>
  chain === 'solana'
    ? startChain({ network, reportFailure: (method, error) => onLine(`${method}: ${error}`) })
    : localChains[chain].startNode(network, onLine);
