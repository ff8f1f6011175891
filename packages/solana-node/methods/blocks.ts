import { blockhashLifetime } from '../blockhashes.ts';
import { epochSchedule, slotsInEpoch } from '../slots.ts';
import { withContext } from './context.ts';
import { method, plainMethod } from './method.ts';
import { contextConfig, readBlockhash, text } from './parameters.ts';

export const getSlot = method([contextConfig], 0, (node, config) => node.slotFor(config));

// No slot is skipped here, so a block's height is its slot.
export const getBlockHeight = method([contextConfig], 0, (node, config) => node.slotFor(config));

export const getTransactionCount = method([contextConfig], 0, (node, config) => {
  node.slotFor(config);
  return node.ledger.size;
});

export const getEpochInfo = method([contextConfig], 0, (node, config) => {
  const slot = node.slotFor(config);
  return {
    absoluteSlot: slot,
    blockHeight: slot,
    epoch: Math.floor(slot / slotsInEpoch),
    slotIndex: slot % slotsInEpoch,
    slotsInEpoch,
    transactionCount: node.ledger.size,
  };
});

export const getEpochSchedule = plainMethod(() => epochSchedule);

export const getLatestBlockhash = method([contextConfig], 0, (node, config) => {
  const slot = node.slotFor(config);
  return withContext(slot, {
    blockhash: node.blockhashes.of(slot),
    lastValidBlockHeight: slot + blockhashLifetime,
  });
});

export const isBlockhashValid = method([text, contextConfig], 1, (node, blockhash, config) => {
  const wanted = readBlockhash(blockhash);
  const slot = node.slotFor(config);
  return withContext(slot, node.blockhashes.isValid(wanted, slot));
});
