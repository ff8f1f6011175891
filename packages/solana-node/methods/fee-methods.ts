import type { Address } from '@solana/kit';
import * as v from 'valibot';
import { isWritable } from '../account-keys.ts';
import { feeOf, unitPriceOf } from '../fees.ts';
import type { LandedTransaction } from '../ledger.ts';
import { invalidParams } from '../rpc-errors.ts';
import { readMessage } from '../transaction.ts';
import { decodeWire } from '../wire.ts';
import { method, withContext } from './define-method.ts';
import { contextConfig, list, readAddress, text } from './method-parameters.ts';

/** The fee of a message in lamports; null if its blockhash has expired. */
export const getFeeForMessage = method([text, contextConfig], 1, (node, data, config) => {
  const message = readMessage(decodeWire(data, 'base64', 'VersionedMessage'));
  const slot = node.slotFor(config);
  return withContext(slot, node.blockhashes.isValid(message.lifetimeToken, slot) ? feeOf(message) : null);
});

/** The maximum number of addresses of a call (MAX_TX_ACCOUNT_LOCKS in solana-transaction). */
const maximumAddresses = 128;

/** The number of blocks whose prices a node keeps (MAX_NUM_RECENT_BLOCKS in anza-xyz/agave, runtime). */
const rememberedBlocks = 150;

/**
 * The lowest price per compute unit, in millionths of a lamport, of the transactions in each recent block that is not
 * empty; with addresses, the highest of the lowest prices for each of them.
 */
export const getRecentPrioritizationFees = method([v.nullish(list(text))], 0, (node, inputs) => {
  const given = inputs ?? [];
  if (given.length > maximumAddresses) throw invalidParams(`Too many inputs provided; max ${maximumAddresses}`);
  const addresses = given.map(readAddress);
  return node.ledger.newestSlots(node.slots.at('confirmed'), rememberedBlocks).map((slot) => ({
    prioritizationFee: lowestPrice(node.ledger.inSlot(slot), addresses),
    slot,
  }));
});

function lowestPrice(landed: readonly LandedTransaction[], addresses: readonly Address[]): bigint {
  const prices = addresses.map((address) => minimum(landed.filter((one) => writesTo(one, address))));
  return [minimum(landed), ...prices].reduce((highest, price) => (price > highest ? price : highest));
}

const minimum = (landed: readonly LandedTransaction[]): bigint =>
  landed
    .map(({ transaction }) => unitPriceOf(transaction.message))
    .reduce(
      (lowest: bigint | undefined, price) => (lowest === undefined || price < lowest ? price : lowest),
      undefined,
    ) ?? 0n;

function writesTo({ transaction, keys }: LandedTransaction, address: Address): boolean {
  const index = keys.all.indexOf(address);
  return index !== -1 && isWritable(transaction.message, keys, index);
}
