import * as v from 'valibot';
import { encodeError, encodeStatus } from '../encoding/execution.ts';
import { invalidParams } from '../errors.ts';
import type { Landed } from '../ledger.ts';
import type { Node } from '../node.ts';
import { withContext } from './context.ts';
import { method } from './method.ts';
import { config, flag, list, readSignature, text } from './parameters.ts';

/** The most signatures one call may ask for (MAX_GET_SIGNATURE_STATUSES_QUERY_ITEMS in anza-xyz/agave). */
const maximumSignatures = 256;

/** For how many slots a node knows a status without searching its history (MAX_RECENT_BLOCKHASHES in solana-clock). */
const recentSlots = 300;

const statusConfig = config('RpcSignatureStatusConfig', { searchTransactionHistory: v.nullish(flag) });

/** How far each transaction has come; null for one that did not land, or landed too long ago. */
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

function encodeSignatureStatus(node: Node, { slot, execution }: Landed) {
  const confirmationStatus = node.slots.commitmentOf(slot);
  return {
    confirmationStatus,
    confirmations: confirmationStatus === 'finalized' ? null : node.slots.at('processed') - slot,
    err: encodeError(execution),
    slot,
    status: encodeStatus(execution),
  };
}
