import type { Address } from '@solana/kit';
import * as v from 'valibot';
import type { Account } from '../accounts.ts';
import { accountEncodings, encodeAccount } from '../encoding/encode-account.ts';
import { invalidParams, invalidRequest } from '../rpc-errors.ts';
import { method, withContext } from './define-method.ts';
import {
  commitmentConfig,
  config,
  contextConfig,
  contextEntries,
  flag,
  list,
  oneOf,
  readAddress,
  text,
  u64,
} from './method-parameters.ts';

/** The members that select the encoding of accounts. */
const accountEntries = {
  ...contextEntries,
  encoding: v.nullish(oneOf(accountEncodings)),
  dataSlice: config('UiDataSliceConfig', { offset: u64, length: u64 }),
};

export const accountConfig = config('RpcAccountInfoConfig', accountEntries);

/** The maximum number of accounts of a call (MAX_MULTIPLE_ACCOUNTS in anza-xyz/agave, rpc-client-api). */
const maximumAccounts = 100;

/** The maximum length of an account's data (MAX_PERMITTED_DATA_LENGTH in solana-system-interface). */
const maximumDataLength = 10n * 1024n * 1024n;

export const getBalance = method([text, contextConfig], 1, (node, input, config) => {
  const address = readAddress(input);
  const slot = node.slotFor(config);
  return withContext(slot, node.accounts.at(address, slot)?.lamports ?? 0);
});

export const getAccountInfo = method([text, accountConfig], 1, (node, input, config) => {
  const address = readAddress(input);
  const slot = node.slotFor(config);
  const accountAt = (other: Address) => node.accounts.at(other, slot);
  const account = accountAt(address);
  const encoding = config?.encoding ?? 'binary';
  return withContext(slot, account ? encodeAccount(account, encoding, config?.dataSlice, accountAt) : null);
});

export const getMultipleAccounts = method([list(text), accountConfig], 1, (node, inputs, config) => {
  if (inputs.length > maximumAccounts) throw invalidParams(`Too many inputs provided; max ${maximumAccounts}`);
  const addresses = inputs.map(readAddress);
  const slot = node.slotFor(config);
  const accountAt = (address: Address) => node.accounts.at(address, slot);
  const encode = (account: Account | undefined) =>
    account ? encodeAccount(account, config?.encoding ?? 'base64', config?.dataSlice, accountAt) : null;
  return withContext(
    slot,
    addresses.map((address) => encode(accountAt(address))),
  );
});

export const getMinimumBalanceForRentExemption = method([u64, commitmentConfig], 1, (node, size) => {
  if (size > maximumDataLength) throw invalidRequest();
  return node.machine.rentExemption(size);
});

const programConfig = config('RpcProgramAccountsConfig', {
  ...accountEntries,
  filters: v.nullish(v.pipe(list(v.unknown()), v.maxLength(0, 'this node has no filters'))),
  withContext: v.nullish(flag),
});

export const getProgramAccounts = method([text, programConfig], 1, (node, input, config) => {
  const program = readAddress(input);
  const slot = node.slotFor(config);
  const accounts = node.accounts.ownedBy(program, slot).map((account) => ({
    account: encodeAccount(account, config?.encoding ?? 'binary', config?.dataSlice, (address) =>
      node.accounts.at(address, slot),
    ),
    pubkey: account.address,
  }));
  return config?.withContext ? withContext(slot, accounts) : accounts;
});
