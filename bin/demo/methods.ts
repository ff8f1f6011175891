import { type ChainId, chains } from '../../src/chains/chains.ts';
import type { Random, Workload } from './week.ts';

/** What the demo calls: how often of all, on which network alone, and the median of its time at the node. */
type Method = { readonly name: string; readonly weight: number; readonly medianMs: number; readonly network?: string };

const methods: Readonly<Record<ChainId, readonly Method[]>> = {
  solana: [
    { name: 'getAccountInfo', weight: 26, medianMs: 42 },
    { name: 'getLatestBlockhash', weight: 17, medianMs: 28 },
    { name: 'getBalance', weight: 14, medianMs: 31 },
    { name: 'getSignatureStatuses', weight: 12, medianMs: 35 },
    { name: 'getMultipleAccounts', weight: 9, medianMs: 70 },
    { name: 'sendTransaction', weight: 8, medianMs: 160 },
    { name: 'getTransaction', weight: 6, medianMs: 95 },
    { name: 'simulateTransaction', weight: 3, medianMs: 130 },
    { name: 'getProgramAccounts', weight: 2, medianMs: 480 },
    { name: 'getHealth', weight: 2, medianMs: 18 },
    { name: 'requestAirdrop', weight: 4, medianMs: 210, network: 'devnet' },
    // Not a method of the chain: it is tallied as `other`.
    { name: 'getTokenPrice', weight: 1, medianMs: 60 },
  ],
  ethereum: [
    { name: 'eth_call', weight: 34, medianMs: 38 },
    { name: 'eth_getBalance', weight: 14, medianMs: 24 },
    { name: 'eth_blockNumber', weight: 12, medianMs: 15 },
    { name: 'eth_getLogs', weight: 10, medianMs: 180 },
    { name: 'eth_getTransactionReceipt', weight: 9, medianMs: 33 },
    { name: 'eth_getBlockByNumber', weight: 8, medianMs: 45 },
    { name: 'eth_estimateGas', weight: 5, medianMs: 60 },
    { name: 'eth_sendRawTransaction', weight: 4, medianMs: 140 },
    { name: 'eth_gasPrice', weight: 3, medianMs: 17 },
    { name: 'eth_getTokenPrice', weight: 1, medianMs: 60 },
  ],
};

/** A method that the workload's network has, the frequent ones more often. */
export function chooseMethod({ chain, network }: Pick<Workload, 'chain' | 'network'>, random: Random): string {
  const offered = methods[chain].filter((method) => method.network === undefined || method.network === network);
  let draw = random() * offered.reduce((sum, { weight }) => sum + weight, 0);
  const chosen = offered.find(({ weight }) => {
    draw -= weight;
    return draw < 0;
  });
  return chosen?.name ?? chains[chain].health.method;
}

const everyMethod = Object.values(methods).flat();

export const medianMs = (name: string): number => everyMethod.find((method) => method.name === name)?.medianMs ?? 50;
