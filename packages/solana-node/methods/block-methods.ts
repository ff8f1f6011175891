import * as v from 'valibot';
import { encodeTransactions, transactionDetails } from '../encoding/encode-block.ts';
import { transactionEncodings } from '../encoding/encode-transaction.ts';
import type { SolanaNode } from '../node.ts';
import { blockCleanedUp, blockNotAvailable, invalidParams } from '../rpc-errors.ts';
import { method, plainMethod } from './define-method.ts';
import { commitment, config, confirmedAtLeast, contextConfig, flag, oneOf, u8, u64 } from './method-parameters.ts';

/**
 * The maximum distance between the first and the last slot of a range (MAX_GET_CONFIRMED_BLOCKS_RANGE in
 * anza-xyz/agave).
 */
const maximumRange = 500_000n;

/**
 * Checks that the node has a block, up to `newest`. No slot is skipped, and there is no archive, so neither -32007 nor
 * -32009 occurs.
 * @throws {RpcError} -32004 for a slot after `newest`, -32001 for a slot before the ledger
 */
function storedSlot(node: SolanaNode, slot: bigint, newest: number): number {
  if (slot > newest) throw blockNotAvailable(slot);
  if (slot < node.slots.oldest) throw blockCleanedUp(slot, node.slots.oldest);
  return Number(slot);
}

// The end is optional; the configuration may take its place.
const endOrConfig = v.union(
  [u64, contextConfig],
  'data did not match any variant of untagged enum RpcBlocksConfigWrapper',
);

/** The slots of the blocks between two slots, both inclusive. */
export const getBlocks = method([u64, endOrConfig, contextConfig], 1, (node, start, second, third) => {
  const [end, config] = typeof second === 'bigint' ? [second, third] : [undefined, third ?? second];
  confirmedAtLeast(config?.commitment);
  const last = smaller(end ?? start + maximumRange, BigInt(node.slotFor(config)));
  if (last - start > maximumRange) throw invalidParams(`Slot range too large; max ${maximumRange}`);
  const first = Math.max(Number(start), node.slots.oldest);
  return Array.from({ length: Number(last) - first + 1 }, (_, index) => first + index);
});

/** The slots of blocks from `start` on, at most `limit`. */
export const getBlocksWithLimit = method([u64, u64, contextConfig], 2, (node, start, limit, config) => {
  if (limit > maximumRange) throw invalidParams(`Limit too large; max ${maximumRange}`);
  confirmedAtLeast(config?.commitment);
  const first = Math.max(Number(start), node.slots.oldest);
  const blocks = smaller(limit, BigInt(Math.max(0, node.slotFor(config) - first + 1)));
  return Array.from({ length: Number(blocks) }, (_, index) => first + index);
});

const smaller = (one: bigint, other: bigint): bigint => (one < other ? one : other);

/** The time of a block in seconds since the epoch; every node knows the time of the first block, slot 0. */
export const getBlockTime = method([u64], 1, (node, slot) =>
  node.slots.timeOf(slot === 0n ? 0 : storedSlot(node, slot, node.slots.at('processed'))),
);

export const getFirstAvailableBlock = plainMethod((node) => node.slots.oldest);

export const minimumLedgerSlot = plainMethod((node) => node.slots.oldest);

const encoding = oneOf(transactionEncodings);

const blockConfig = v.union(
  [
    // Older clients pass the encoding in this way.
    encoding,
    config('RpcBlockConfig', {
      commitment,
      encoding: v.nullish(encoding),
      transactionDetails: v.nullish(oneOf(transactionDetails)),
      rewards: v.nullish(flag),
      maxSupportedTransactionVersion: v.nullish(u8),
    }),
  ],
  'data did not match any variant of untagged enum RpcEncodingConfigWrapper',
);

/** A block with its transactions. Without stakes, blocks pay no rewards. */
export const getBlock = method([u64, blockConfig], 1, (node, input, given) => {
  const config = typeof given === 'string' ? { encoding: given } : given;
  const slot = storedSlot(node, input, node.slots.at(confirmedAtLeast(config?.commitment)));
  const showRewards = config?.rewards ?? true;
  return {
    blockHeight: slot,
    blockTime: node.slots.timeOf(slot),
    blockhash: node.blockhashes.of(slot),
    parentSlot: slot - 1,
    previousBlockhash: node.blockhashes.of(slot - 1),
    ...(showRewards ? { rewards: [] } : {}),
    ...encodeTransactions(node.ledger.inSlot(slot), {
      details: config?.transactionDetails ?? 'full',
      encoding: config?.encoding ?? 'json',
      showRewards,
      supportedVersion: config?.maxSupportedTransactionVersion,
    }),
  };
});
