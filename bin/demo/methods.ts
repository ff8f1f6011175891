import type { Random } from './week.ts';

/** What the demo calls: how often of all, on which network alone, and the median of its time at the node. */
type Method = { readonly name: string; readonly weight: number; readonly medianMs: number; readonly network?: string };

const methods: readonly Method[] = [
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
  { name: 'getAssetsByOwner', weight: 1, medianMs: 60 },
];

/** A method that the network has, the frequent ones more often. */
export function chooseMethod(network: string, random: Random): string {
  const offered = methods.filter((method) => method.network === undefined || method.network === network);
  let draw = random() * offered.reduce((sum, { weight }) => sum + weight, 0);
  const chosen = offered.find(({ weight }) => {
    draw -= weight;
    return draw < 0;
  });
  return chosen?.name ?? 'getHealth';
}

export const medianMs = (name: string): number => methods.find((method) => method.name === name)?.medianMs ?? 50;
