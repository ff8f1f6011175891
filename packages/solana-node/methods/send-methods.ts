import * as v from 'valibot';
import { blockhashLifetime } from '../blockhashes.ts';
import { encodeSimulation } from '../encoding/encode-result.ts';
import type { SolanaNode } from '../node.ts';
import { invalidParams, invalidRequest, preflightFailure, signatureVerificationFailure } from '../rpc-errors.ts';
import { commitments } from '../slots.ts';
import { isSignedByAll, type Transaction, withBlockhash } from '../transaction.ts';
import { wireEncodings, wireTransaction } from '../wire.ts';
import { method, withContext } from './define-method.ts';
import {
  commitment,
  config,
  contextEntries,
  flag,
  oneOf,
  readAddress,
  readBlockhash,
  text,
  u64,
} from './method-parameters.ts';

const sendConfig = config('RpcSendTransactionConfig', {
  skipPreflight: v.nullish(flag),
  preflightCommitment: v.nullish(oneOf(commitments)),
  encoding: v.nullish(oneOf(wireEncodings)),
  maxRetries: v.nullish(u64),
  minContextSlot: v.nullish(u64),
});

/**
 * Sends a transaction and answers its signature; with `skipPreflight` even if the transaction fails. Otherwise it
 * answers -32003 for a wrong signature, and -32002 if a simulation in the newest slot fails.
 */
export const sendTransaction = method([text, sendConfig], 1, (node, data, config) => {
  const transaction = wireTransaction(data, config?.encoding);
  const { skipPreflight, preflightCommitment, minContextSlot } = config ?? {};
  node.slotFor({ commitment: skipPreflight ? 'processed' : preflightCommitment, minContextSlot });
  const isSigned = isSignedByAll(transaction);
  if (!skipPreflight) preflight(node, transaction, isSigned);
  // Leaders silently drop a transaction with wrong signatures.
  if (isSigned) node.ledger.send(transaction);
  return transaction.signature;
});

function preflight(node: SolanaNode, transaction: Transaction, isSigned: boolean): void {
  if (!isSigned) throw signatureVerificationFailure();
  const simulation = node.ledger.simulate(transaction);
  if (simulation.error) throw preflightFailure(simulation.error.text, encodeSimulation(simulation));
}

const simulateConfig = config('RpcSimulateTransactionConfig', {
  ...contextEntries,
  sigVerify: v.nullish(flag),
  replaceRecentBlockhash: v.nullish(flag),
  encoding: v.nullish(oneOf(wireEncodings)),
  accounts: v.nullish(v.never('this node tells no `accounts`')),
  innerInstructions: v.nullish(v.literal(false, 'this node tells no `innerInstructions`')),
});

/** Simulates a transaction in the newest slot, whatever commitment is requested. */
export const simulateTransaction = method([text, simulateConfig], 1, (node, data, config) => {
  const given = wireTransaction(data, config?.encoding);
  const slot = node.slotFor(config);
  if (config?.sigVerify && config.replaceRecentBlockhash) {
    throw invalidParams('sigVerify may not be used with replaceRecentBlockhash');
  }
  const transaction = config?.replaceRecentBlockhash ? withBlockhash(given, node.blockhashes.of(slot)) : given;
  if (config?.sigVerify && !isSignedByAll(transaction)) throw signatureVerificationFailure();
  const simulation = node.ledger.simulate(transaction);
  return withContext(slot, {
    ...encodeSimulation(simulation),
    replacementBlockhash: config?.replaceRecentBlockhash ? replacement(transaction, slot) : null,
  });
});

const replacement = ({ message }: Transaction, slot: number) => ({
  blockhash: message.lifetimeToken,
  lastValidBlockHeight: slot + blockhashLifetime,
});

const airdropConfig = config('RpcRequestAirdropConfig', { commitment, recentBlockhash: v.nullish(text) });

/**
 * Gives an airdrop. A node without a faucet, such as every node of mainnet, answers -32600 `Invalid request` before it
 * checks the address (`request_airdrop` in rpc/src/rpc.rs, anza-xyz/agave).
 */
export const requestAirdrop = method([text, u64, airdropConfig], 2, (node, input, lamports, config) => {
  if (node.faucet === undefined) throw invalidRequest();
  const address = readAddress(input);
  const blockhash = config?.recentBlockhash
    ? readBlockhash(config.recentBlockhash)
    : node.blockhashes.of(node.slots.at('confirmed'));
  const gift = node.faucet.give(address, lamports, blockhash);
  node.ledger.send(gift);
  return gift.signature;
});
