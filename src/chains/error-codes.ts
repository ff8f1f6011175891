import { routes } from '../rpc-routes.ts';
import type { ChainId } from './chains.ts';

/** What codes of JSON-RPC errors mean, by the code. */
export type ErrorCodes = ReadonlyMap<number, string>;

/** JSON-RPC 2.0, 5.1. */
const standard: readonly (readonly [number, string])[] = [
  [-32700, 'Parse error'],
  [-32600, 'Invalid request'],
  [-32601, 'Method not found'],
  [-32602, 'Invalid parameters'],
  [-32603, 'Internal error'],
];

/** rpc-client-api/src/custom_error.rs in anza-xyz/agave. */
const solana: ErrorCodes = new Map([
  ...standard,
  [-32001, 'Block cleaned up'],
  [-32002, 'Transaction simulation failed'],
  [-32003, 'Transaction signature verification failure'],
  [-32004, 'Block not available for the slot'],
  [-32005, 'Node is unhealthy or behind'],
  [-32006, 'Transaction precompile verification failure'],
  [-32007, 'Slot was skipped, or is missing in the ledger'],
  [-32008, 'No snapshot'],
  [-32009, 'Slot was skipped, or is missing in long-term storage'],
  [-32010, 'Key excluded from secondary indexes'],
  [-32011, 'Transaction history not available'],
  [-32012, 'Scan error'],
  [-32013, 'Transaction signature length mismatch'],
  [-32014, 'Block status not available yet'],
  [-32015, 'Unsupported transaction version'],
  [-32016, 'Minimum context slot not reached'],
  [-32017, 'Epoch rewards period still active'],
  [-32018, 'Slot is not an epoch boundary'],
  [-32019, 'Long-term storage unreachable'],
]);

/** EIP-1474, and geth's code of a reverted call. */
const ethereum: ErrorCodes = new Map([
  ...standard,
  [3, 'Execution reverted'],
  [-32000, 'Invalid input'],
  [-32001, 'Resource not found'],
  [-32002, 'Resource unavailable'],
  [-32003, 'Transaction rejected'],
  [-32004, 'Method not supported'],
  [-32005, 'Limit exceeded'],
  [-32006, 'JSON-RPC version not supported'],
]);

/**
 * The codes that each chain's nodes use, which tallies count apart. They stand beside the chains rather than in them, as
 * the proxy's bundle has no use for them.
 */
export const knownErrorCodes: Readonly<Record<ChainId, ErrorCodes>> = { solana, ethereum };

/** What a tally counts an error under. */
export type TalliedErrorCode = number | 'other';

/** A code that the network's chain uses; `other` for any other, and where the record has none. */
export function talliedErrorCode(network: string, code: number | undefined): TalliedErrorCode {
  const chain = routes.find((route) => route.network === network)?.chain;
  return code !== undefined && chain && knownErrorCodes[chain].has(code) ? code : 'other';
}
