import { isObject } from '../schema.ts';
import { type Chain, standardErrorCodes } from './chain.ts';
import { ethereumBlockParams, isQuantity, readEthereumBlock } from './ethereum-blocks.ts';
import { ethereumErrorRules } from './ethereum-error-rules.ts';
import { ethereumMethods } from './ethereum-methods.ts';

export const ethereum: Chain = {
  name: 'Ethereum',
  methods: ethereumMethods,
  // EIP-1474, and 3: geth's code of a reverted call.
  errorCodes: new Set([...standardErrorCodes, 3, -32000, -32001, -32002, -32003, -32004, -32005, -32006]),
  // One without peers also answers false: its height shows that. A progress says nothing by itself: geth gives one for days
  // at the head while it indexes (go-ethereum#32099, bsc#3214), and the highest block may be lower than the current one.
  health: { method: 'eth_syncing', params: [], read: (result) => result === false },
  newestBlockTime: {
    method: 'eth_getBlockByNumber',
    params: ['latest', false],
    read: (result) => (isObject(result) && isQuantity(result.timestamp) ? Number(result.timestamp) * 1_000 : undefined),
  },
  identity: {
    method: 'eth_chainId',
    params: [],
    read: (result) => (isQuantity(result) ? String(Number(result)) : undefined),
    setting: 'chainId',
    names: {},
  },
  // 15 of mainnet's slots: a missed block or two is usual.
  stalledAfterMs: 180_000,
  height: {
    method: 'eth_blockNumber',
    params: [],
    read: (result) => (isQuantity(result) ? Number(result) : undefined),
  },
  // In the execution API specification since 2026; older nodes answer -32601.
  earliest: {
    method: 'eth_capabilities',
    params: [],
    read: (result) => {
      const blocks = isObject(result) ? result.blocks : undefined;
      return isObject(blocks) && isQuantity(blocks.oldestBlock) ? Number(blocks.oldestBlock) : undefined;
    },
  },
  blockParams: ethereumBlockParams,
  readBlock: readEthereumBlock,
  heightUnit: 'blocks',
  blockMs: 12_000,
  // Five of mainnet's blocks. With less, two nodes that get a block some seconds apart would change places.
  maxLagMs: 60_000,
  errorRules: ethereumErrorRules,
};
