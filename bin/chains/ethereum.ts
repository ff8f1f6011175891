import { startAnvil } from './anvil.ts';
import { call, type LocalChain, times } from './local-chain.ts';

// The first account of anvil; on other networks it has no special meaning.
const account = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';

export const ethereum: LocalChain = {
  startNode: startAnvil,
  blocksOnDemand: true,
  demoNodes: [
    { exceptMethods: ['history'], cost: { dollarsPerMillionCredits: 5, credits: 20 } },
    { methods: ['history'], archive: true, callsPerSecond: 1, cost: { dollarsPerMillionCredits: 10, credits: 100 } },
  ],
  demoRequests: [
    ...times(5, call('eth_call', [{ to: account }, 'latest'])),
    ...times(4, call('eth_getBalance', [account, 'latest'])),
    ...times(3, call('eth_getBlockByNumber', ['latest', false])),
    call('eth_blockNumber'),
    call('eth_syncing'),
    [call('eth_blockNumber'), call('eth_gasPrice'), call('eth_getBalance', [account, 'latest'])],
    call('eth_getBalance', ['not an address', 'latest']),
  ],
  demoMethods: [
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
