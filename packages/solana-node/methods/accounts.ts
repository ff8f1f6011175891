import type { Address } from '@solana/kit';
import * as v from 'valibot';
import type { Account } from '../accounts.ts';
import { accountEncodings, encodeAccount } from '../encoding/account.ts';
import { invalidParams, invalidRequest } from '../errors.ts';
import { withContext } from './context.ts';
import { method } from './method.ts';
import {
  commitmentConfig,
  config,
  contextConfig,
  contextEntries,
  list,
  oneOf,
  readAddress,
  text,
  u64,
} from './parameters.ts';

/** The members that say how accounts are written. */
export const accountEntries = {
  ...contextEntries,
  encoding: v.nullish(oneOf(accountEncodings)),
  dataSlice: config('UiDataSliceConfig', { offset: u64, length: u64 }),
};

export const accountConfig = config('RpcAccountInfoConfig', accountEntries);

/** The most accounts one call may ask for (MAX_MULTIPLE_ACCOUNTS in anza-xyz/agave, rpc-client-api). */
const maximumAccounts = 100;

/** The most bytes an account can have (MAX_PERMITTED_DATA_LENGTH in solana-system-interface). */
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
