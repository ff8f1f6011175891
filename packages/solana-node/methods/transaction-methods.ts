import * as v from 'valibot';
import { encodeError, encodeLanded, encodeStatus } from '../encoding/encode-result.ts';
import type { LandedTransaction } from '../ledger.ts';
import type { SolanaNode } from '../node.ts';
import { invalidParams } from '../rpc-errors.ts';
import { method, withContext } from './define-method.ts';
import {
  answerEncoding,
  commitment,
  config,
  confirmedAtLeast,
  flag,
  list,
  readSignature,
  text,
  u8,
} from './method-parameters.ts';

const transactionConfig = config('RpcTransactionConfig', {
  commitment,
  encoding: answerEncoding,
  maxSupportedTransactionVersion: v.nullish(u8),
});

/** A transaction and its result; null if it did not land, or lacks the requested commitment. */
export const getTransaction = method([text, transactionConfig], 1, (node, input, config) => {
  const signature = readSignature(input);
  const slot = node.slots.at(confirmedAtLeast(config?.commitment));
  const landed = node.ledger.find(signature);
  if (landed === undefined || landed.slot > slot) return null;
  return {
    blockTime: node.slots.timeOf(landed.slot),
    slot: landed.slot,
    ...encodeLanded(landed, config?.maxSupportedTransactionVersion),
  };
});

/** The maximum number of signatures of a call (MAX_GET_SIGNATURE_STATUSES_QUERY_ITEMS in anza-xyz/agave). */
const maximumSignatures = 256;

/** The number of slots whose statuses a node knows without its history (MAX_RECENT_BLOCKHASHES in solana-clock). */
const recentSlots = 300;

const statusConfig = config('RpcSignatureStatusConfig', { searchTransactionHistory: flag });

/** The status of each transaction; null if it did not land, or landed too long ago. */
export const getSignatureStatuses = method([list(text), statusConfig], 1, (node, inputs, config) => {
  if (inputs.length > maximumSignatures) throw invalidParams(`Too many inputs provided; max ${maximumSignatures}`);
  const signatures = inputs.map(readSignature);
  const slot = node.slots.at('processed');
  const oldest = config?.searchTransactionHistory ? 0 : slot - recentSlots;
  const statuses = signatures.map((signature) => {
    const landed = node.ledger.find(signature);
    return landed && landed.slot >= oldest ? encodeSignatureStatus(node, landed) : null;
  });
  return withContext(slot, statuses);
});

function encodeSignatureStatus(node: SolanaNode, { slot, execution }: LandedTransaction) {
  const confirmationStatus = node.slots.commitmentOf(slot);
  return {
    confirmationStatus,
    confirmations: confirmationStatus === 'finalized' ? null : node.slots.at('processed') - slot,
    err: encodeError(execution),
    slot,
    status: encodeStatus(execution),
  };
}
