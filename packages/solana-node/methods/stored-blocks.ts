import * as v from 'valibot';
import { blockCleanedUp, blockNotAvailable, invalidParams } from '../errors.ts';
import type { Node } from '../node.ts';
import { method, plainMethod } from './method.ts';
import { confirmedAtLeast, contextConfig, u64 } from './parameters.ts';

/** The most slots between the first and the last of a range (MAX_GET_CONFIRMED_BLOCKS_RANGE in anza-xyz/agave). */
const maximumRange = 500_000n;

/**
 * The slot of a block that the node has, up to `newest`. No slot is skipped here, and no archive is behind the node, so
 * neither -32007 nor -32009 occurs.
 * @throws {RpcError} -32004 for a slot after `newest`, -32001 for one before the ledger.
 */
export function storedSlot(node: Node, slot: bigint, newest: number): number {
  if (slot > newest) throw blockNotAvailable(slot);
  if (slot < node.slots.oldest) throw blockCleanedUp(slot, node.slots.oldest);
  return Number(slot);
}

// The end may be left out, and the configuration put in its place.
const endOrConfig = v.union(
  [u64, contextConfig],
  'data did not match any variant of untagged enum RpcBlocksConfigWrapper',
);

/** The slots of the blocks from one slot to another, both included. */
export const getBlocks = method([u64, endOrConfig, contextConfig], 1, (node, start, second, third) => {
  const [end, config] = typeof second === 'bigint' ? [second, third] : [undefined, third ?? second];
  confirmedAtLeast(config?.commitment);
  const last = smaller(end ?? start + maximumRange, BigInt(node.slotFor(config)));
  if (last - start > maximumRange) throw invalidParams(`Slot range too large; max ${maximumRange}`);
  const first = Math.max(Number(start), node.slots.oldest);
  return Array.from({ length: Number(last) - first + 1 }, (_, index) => first + index);
});

const smaller = (one: bigint, other: bigint): bigint => (one < other ? one : other);

/** When a block was made, in seconds since the epoch; every node knows the time of the first block, slot 0. */
export const getBlockTime = method([u64], 1, (node, slot) =>
  node.slots.timeOf(slot === 0n ? 0 : storedSlot(node, slot, node.slots.at('processed'))),
);

export const getFirstAvailableBlock = plainMethod((node) => node.slots.oldest);

export const minimumLedgerSlot = plainMethod((node) => node.slots.oldest);
