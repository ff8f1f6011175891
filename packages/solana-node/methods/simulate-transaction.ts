import type { Address } from '@solana/kit';
import * as v from 'valibot';
import type { Account } from '../accounts.ts';
import { blockhashLifetime } from '../blockhashes.ts';
import { accountEncodings, encodeAccount } from '../encoding/account.ts';
import { encodeSimulation } from '../encoding/execution.ts';
import { encodeInner } from '../encoding/instruction.ts';
import { transactionEncodings } from '../encoding/transaction.ts';
import { invalidParams, signatureVerificationFailure } from '../errors.ts';
import type { Simulation } from '../ledger.ts';
import type { Node } from '../node.ts';
import { isSignedByAll, type Transaction, withBlockhash } from '../transaction.ts';
import { withContext } from './context.ts';
import { method } from './method.ts';
import { config, contextEntries, flag, list, oneOf, readAddress, text } from './parameters.ts';
import { wireTransaction } from './wire-transaction.ts';

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

/** Tells what would come of a transaction. It runs in the newest slot, whatever commitment is asked for. */
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

function simulatedAccounts(node: Node, wanted: AccountsConfig, simulation: Simulation, most: number) {
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
