import type { Address } from '@solana/kit';
import * as v from 'valibot';
import type { Account } from '../accounts.ts';
import { blockhashLifetime } from '../blockhashes.ts';
import { accountEncodings, encodeAccount } from '../encoding/encode-account.ts';
import { encodeSimulation } from '../encoding/encode-result.ts';
import { encodeInner, transactionEncodings } from '../encoding/encode-transaction.ts';
import type { Simulation } from '../ledger.ts';
import type { SolanaNode } from '../node.ts';
import { invalidParams, invalidRequest, preflightFailure, signatureVerificationFailure } from '../rpc-errors.ts';
import { commitments } from '../slots.ts';
import { isSignedByAll, type Transaction, withBlockhash } from '../transaction.ts';
import { wireTransaction } from '../wire.ts';
import { method, withContext } from './define-method.ts';
import {
  commitment,
  config,
  contextEntries,
  flag,
  list,
  oneOf,
  readAddress,
  readBlockhash,
  text,
  u64,
} from './method-parameters.ts';

const sendConfig = config('RpcSendTransactionConfig', {
  skipPreflight: v.nullish(flag),
  preflightCommitment: v.nullish(oneOf(commitments)),
  encoding: v.nullish(oneOf(transactionEncodings)),
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
  // Throws if an address lookup table or an entry of it does not exist.
  node.ledger.keysOf(transaction);
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

const accountsConfig = v.object({ addresses: list(text), encoding: v.nullish(oneOf(accountEncodings)) });

type AccountsConfig = v.InferOutput<typeof accountsConfig>;

const simulateConfig = config('RpcSimulateTransactionConfig', {
  ...contextEntries,
  sigVerify: v.nullish(flag),
  replaceRecentBlockhash: v.nullish(flag),
  encoding: v.nullish(oneOf(transactionEncodings)),
  accounts: v.nullish(accountsConfig),
  innerInstructions: v.nullish(flag),
});

/** Simulates a transaction in the newest slot, whatever commitment is requested. */
export const simulateTransaction = method([text, simulateConfig], 1, (node, data, config) => {
  const given = wireTransaction(data, config?.encoding);
  const slot = node.slotFor(config);
  if (config?.sigVerify && config.replaceRecentBlockhash) {
    throw invalidParams('sigVerify may not be used with replaceRecentBlockhash');
  }
  const transaction = config?.replaceRecentBlockhash ? withBlockhash(given, node.blockhashes.of(slot)) : given;
  const keys = node.ledger.keysOf(transaction);
  if (config?.sigVerify && !isSignedByAll(transaction)) throw signatureVerificationFailure();
  const simulation = node.ledger.simulate(transaction);
  return withContext(slot, {
    ...encodeSimulation(simulation),
    accounts: config?.accounts ? simulatedAccounts(node, config.accounts, simulation, keys.all.length) : null,
    innerInstructions: config?.innerInstructions ? encodeInner(simulation.inner, keys, 'jsonParsed') : null,
    replacementBlockhash: config?.replaceRecentBlockhash ? replacement(transaction, slot) : null,
  });
});

const replacement = ({ message }: Transaction, slot: number) => ({
  blockhash: message.lifetimeToken,
  lastValidBlockHeight: slot + blockhashLifetime,
});

function simulatedAccounts(node: SolanaNode, wanted: AccountsConfig, simulation: Simulation, most: number) {
  const encoding = wanted.encoding ?? 'base64';
  if (encoding === 'binary' || encoding === 'base58') throw invalidParams('base58 encoding not supported');
  if (wanted.addresses.length > most) throw invalidParams(`Too many accounts provided; max ${most}`);
  if (simulation.error) return wanted.addresses.map(() => null);
  const accountAt = (address: Address) =>
    simulation.after.find((account) => account.address === address) ?? node.machine.account(address);
  return wanted.addresses.map(readAddress).map((address) => {
    const after = accountAt(address);
    return exists(after) ? encodeAccount(after, encoding, undefined, accountAt) : null;
  });
}

const exists = (account: Account | undefined): account is Account => account !== undefined && account.lamports > 0n;

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
