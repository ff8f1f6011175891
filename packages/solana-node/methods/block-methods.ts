import * as v from 'valibot';
import { encodeTransactions, transactionDetails } from '../encoding/encode-block.ts';
import type { SolanaNode } from '../node.ts';
import { blockCleanedUp, blockNotAvailable } from '../rpc-errors.ts';
import { method, plainMethod } from './define-method.ts';
import { answerEncoding, commitment, config, confirmedAtLeast, flag, oneOf, u8, u64 } from './method-parameters.ts';

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

/** The time of a block in seconds since the epoch; every node knows the time of the first block, slot 0. */
export const getBlockTime = method([u64], 1, (node, slot) =>
  node.slots.timeOf(slot === 0n ? 0 : storedSlot(node, slot, node.slots.at('processed'))),
);

export const getFirstAvailableBlock = plainMethod((node) => node.slots.oldest);

export const minimumLedgerSlot = plainMethod((node) => node.slots.oldest);

const blockConfig = config('RpcBlockConfig', {
  commitment,
  encoding: answerEncoding,
  transactionDetails: v.nullish(oneOf(transactionDetails)),
  rewards: v.nullish(flag),
  maxSupportedTransactionVersion: v.nullish(u8),
});

/** A block with its transactions. Without stakes, blocks pay no rewards. */
export const getBlock = method([u64, blockConfig], 1, (node, input, config) => {
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
      showRewards,
      supportedVersion: config?.maxSupportedTransactionVersion,
    }),
  };
});
