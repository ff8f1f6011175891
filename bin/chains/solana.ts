import { fileURLToPath } from 'node:url';
import * as v from 'valibot';
import { type StartNode, startNodeProcess } from './chain-node.ts';
import { call, type LocalChain, times } from './local-chain.ts';

const program = fileURLToPath(new URL('../../packages/solana-node/start.ts', import.meta.url));

const listening = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({ event: v.literal('chain_listening'), url: v.pipe(v.string(), v.url()) }),
);

/** The node of packages/solana-node. */
const startNode: StartNode = (network, onLine) => {
  const args = [program, '--network', network, '--port', '0', '--until-stdin-closes'];
  const urlIn = (line: string) => {
    const parsed = v.safeParse(listening, line);
    return parsed.success ? parsed.output.url : undefined;
  };
  return startNodeProcess({ args, urlIn }, network, onLine);
};

// The system program, which exists on every network of Solana.
const systemProgram = '11111111111111111111111111111111';

export const solana: LocalChain = {
  startNode,
  demoNodes: [
    {
      exceptMethods: ['history'],
      cost: { dollarsPerMillionCredits: 5, credits: 20, creditsOf: { getProgramAccounts: 1_000 } },
    },
    { methods: ['history'], archive: true, callsPerSecond: 1, cost: { dollarsPerMillionCredits: 10, credits: 100 } },
  ],
  demoRequests: [
    ...times(5, call('getLatestBlockhash')),
    ...times(4, call('getBalance', [systemProgram])),
    ...times(3, call('getAccountInfo', [systemProgram, { encoding: 'base64' }])),
    call('getSlot'),
    call('getHealth'),
    call('getFirstAvailableBlock'),
    [call('getSlot'), call('getBlockHeight'), call('getBalance', [systemProgram])],
    call('getBalance', ['not an address']),
  ],
  demoMethods: [
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
    { name: 'getTokenPrice', weight: 1, medianMs: 60 },
  ],
};
