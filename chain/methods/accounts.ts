import * as v from 'valibot';
import { accountEncodings, encodeAccount } from '../encoding/account.ts';
import { invalidParams, invalidRequest } from '../errors.ts';
import { withContext } from './context.ts';
import { method } from './method.ts';
import {
  commitment,
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

const accountConfig = config('RpcAccountInfoConfig', accountEntries);

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
  const account = node.accounts.at(address, slot);
  return withContext(slot, account ? encodeAccount(account, config?.encoding ?? 'binary', config?.dataSlice) : null);
});

export const getMultipleAccounts = method([list(text), accountConfig], 1, (node, inputs, config) => {
  if (inputs.length > maximumAccounts) throw invalidParams(`Too many inputs provided; max ${maximumAccounts}`);
  const addresses = inputs.map(readAddress);
  const slot = node.slotFor(config);
  const encode = (account: ReturnType<typeof node.accounts.at>) =>
    account ? encodeAccount(account, config?.encoding ?? 'base64', config?.dataSlice) : null;
  return withContext(
    slot,
    addresses.map((address) => encode(node.accounts.at(address, slot))),
  );
});

export const getMinimumBalanceForRentExemption = method(
  [u64, config('CommitmentConfig', { commitment })],
  1,
  (node, size) => {
    if (size > maximumDataLength) throw invalidRequest();
    return node.machine.rentExemption(size);
  },
);
