import { isObject } from '../schema.ts';
import { newestBlock } from './chain.ts';

// Thirteen hexadecimal digits are the most that a number holds exactly.
export const isQuantity = (value: unknown): value is string =>
  typeof value === 'string' && /^0x[0-9a-f]{1,13}$/i.test(value);

/** The positions by which methods name a block: those of `specifications/ethereum.json`, then those of extensions. */
const positions: readonly string[] = [
  `debug_getRawBlock debug_getRawBlockAccessList debug_getRawHeader debug_getRawReceipts debug_traceBlockByNumber
   eth_getBlockAccessList eth_getBlockByNumber eth_getBlockReceipts eth_getBlockTransactionCountByNumber eth_getLogs
   eth_getTransactionByBlockNumberAndIndex eth_newFilter
   debug_accountRange debug_getModifiedAccountsByNumber eth_getHeaderByNumber eth_getRawTransactionByBlockNumberAndIndex
   eth_getUncleByBlockNumberAndIndex eth_getUncleCountByBlockNumber trace_block trace_filter trace_replayBlockTransactions`,
  `eth_call eth_createAccessList eth_estimateGas eth_feeHistory eth_getBalance eth_getCode eth_getStorageValues
   eth_getTransactionCount eth_simulateV1
   debug_traceCall trace_callMany`,
  `eth_getProof eth_getStorageAt
   trace_call`,
];

export const ethereumBlockParams: ReadonlyMap<string, number> = new Map(
  positions.flatMap((methods, position) => methods.split(/\s+/).map((method): [string, number] => [method, position])),
);

/** Tags of blocks that every node has. */
const newest: readonly unknown[] = ['latest', 'pending', 'safe', 'finalized', undefined];

/** A number, a tag, `{ blockNumber }` (EIP-1898), or a filter's range. Without one, nodes take the newest block. */
export function readEthereumBlock(param: unknown): number | undefined {
  if (isObject(param)) {
    return param.blockHash === undefined ? readEthereumBlock(param.blockNumber ?? param.fromBlock) : undefined;
  }
  if (newest.includes(param)) return newestBlock;
  if (param === 'earliest') return 0;
  return isQuantity(param) ? Number(param) : undefined;
}
