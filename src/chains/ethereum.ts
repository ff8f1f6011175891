import { isObject } from '../schema.ts';
import { type Chain, standardErrorCodes } from './chain.ts';
import { ethereumErrorRules } from './ethereum-error-rules.ts';
import { ethereumMethods } from './ethereum-methods.ts';

// Thirteen hexadecimal digits are the most that a number holds exactly.
const isQuantity = (result: unknown): result is string =>
  typeof result === 'string' && /^0x[0-9a-f]{1,13}$/i.test(result);

/** Methods whose first parameter is the number of a block. */
const byNumber =
  /^(eth_get\w+ByNumber|eth_get\w+ByBlockNumber\w*|eth_getBlockReceipts|debug_traceBlockByNumber|trace_block)$/;

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
  blockOf: (method, block) => {
    if (!byNumber.test(method)) return undefined;
    if (block === 'earliest') return 0;
    return isQuantity(block) ? Number(block) : undefined;
  },
  heightUnit: 'blocks',
  blockMs: 12_000,
  // Five of mainnet's blocks. With less, two nodes that get a block some seconds apart would change places.
  maxLagMs: 60_000,
  errorRules: ethereumErrorRules,
};
