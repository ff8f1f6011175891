import * as v from 'valibot';
import { encodeSimulation } from '../encoding/execution.ts';
import { transactionEncodings } from '../encoding/transaction.ts';
import { preflightFailure, signatureVerificationFailure } from '../errors.ts';
import type { Node } from '../node.ts';
import { commitments } from '../slots.ts';
import { isSignedByAll, type Transaction } from '../transaction.ts';
import { method } from './method.ts';
import { config, flag, oneOf, text, u64 } from './parameters.ts';
import { wireTransaction } from './wire-transaction.ts';

const sendConfig = config('RpcSendTransactionConfig', {
  skipPreflight: v.nullish(flag),
  preflightCommitment: v.nullish(oneOf(commitments)),
  encoding: v.nullish(oneOf(transactionEncodings)),
  maxRetries: v.nullish(u64),
  minContextSlot: v.nullish(u64),
});

/**
 * Sends a transaction and answers its signature. With `skipPreflight` it answers so whatever becomes of it.
 * Otherwise -32003 where a signature is wrong, -32002 where a simulation in the newest slot fails.
 */
export const sendTransaction = method([text, sendConfig], 1, (node, data, config) => {
  const transaction = wireTransaction(data, config?.encoding);
  const { skipPreflight, preflightCommitment, minContextSlot } = config ?? {};
  node.slotFor({ commitment: skipPreflight ? 'processed' : preflightCommitment, minContextSlot });
  // Naming its accounts is also what tells whether it makes sense at all.
  node.ledger.keysOf(transaction);
  const isSigned = isSignedByAll(transaction);
  if (!skipPreflight) preflight(node, transaction, isSigned);
  // Leaders drop a transaction whose signatures are wrong, and nobody hears of it.
  if (isSigned) node.ledger.send(transaction);
  return transaction.signature;
});

function preflight(node: Node, transaction: Transaction, isSigned: boolean): void {
  if (!isSigned) throw signatureVerificationFailure();
  const simulation = node.ledger.simulate(transaction);
  if (simulation.error) throw preflightFailure(simulation.error.text, encodeSimulation(simulation));
}
