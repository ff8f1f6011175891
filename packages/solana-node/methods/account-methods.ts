import { type Address, getBase58Encoder } from '@solana/kit';
import * as v from 'valibot';
import type { Account } from '../accounts.ts';
import { accountEncodings, encodeAccount } from '../encoding/encode-account.ts';
import { invalidParams, invalidRequest } from '../rpc-errors.ts';
import { readTokenAccount } from '../spl-token.ts';
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
  u8,
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

/** The maximum number of filters of a call (MAX_GET_PROGRAM_ACCOUNT_FILTERS in anza-xyz/agave, rpc-client-api). */
const maximumFilters = 4;

/**
 * The maximum number of bytes that a filter compares, and the longest text for them (rpc-client-types/src/filter.rs).
 */
const maximumCompared = { bytes: 128, base58: 175, base64: 172 } as const;

const memcmp = v.object({
  offset: u64,
  bytes: v.union([text, list(u8)]),
  // `bytes` is a former name of base58.
  encoding: v.nullish(oneOf(['base58', 'base64', 'bytes'])),
});

const accountFilter = v.union(
  [v.object({ dataSize: u64 }), v.object({ memcmp }), v.literal('tokenAccountState')],
  'unknown filter, expected one of `dataSize`, `memcmp`, `tokenAccountState`',
);

const programConfig = config('RpcProgramAccountsConfig', {
  ...accountEntries,
  filters: v.nullish(list(accountFilter)),
  // Without it the order is unspecified, so this node always sorts.
  sortResults: v.nullish(flag),
  withContext: v.nullish(flag),
});

export const getProgramAccounts = method([text, programConfig], 1, (node, input, config) => {
  const program = readAddress(input);
  const filters = config?.filters ?? [];
  if (filters.length > maximumFilters) throw invalidParams(`Too many filters provided; max ${maximumFilters}`);
  const tests = filters.map(toTest);
  const slot = node.slotFor(config);
  const accounts = node.accounts
    .ownedBy(program, slot)
    .filter((account) => tests.every((test) => test(account)))
    .map((account) => ({
      account: encodeAccount(account, config?.encoding ?? 'binary', config?.dataSlice, (address) =>
        node.accounts.at(address, slot),
      ),
      pubkey: account.address,
    }));
  return config?.withContext ? withContext(slot, accounts) : accounts;
});

function toTest(filter: v.InferOutput<typeof accountFilter>): (account: Account) => boolean {
  if (filter === 'tokenAccountState') return ({ data }) => readTokenAccount(data) !== undefined;
  if ('dataSize' in filter) return ({ data }) => BigInt(data.length) === filter.dataSize;
  const offset = Number(filter.memcmp.offset);
  const bytes = comparedBytes(filter.memcmp);
  return ({ data }) => Buffer.from(data.slice(offset, offset + bytes.length)).equals(bytes);
}

function comparedBytes({ bytes, encoding }: v.InferOutput<typeof memcmp>): Buffer {
  const decoded =
    typeof bytes === 'string'
      ? decode(bytes, encoding === 'base64' ? encoding : 'base58')
      : Buffer.from(bytes.map(Number));
  if (decoded.length > maximumCompared.bytes) throw invalidParams('Invalid param: DataTooLarge');
  return decoded;
}

function decode(bytes: string, encoding: 'base58' | 'base64'): Buffer {
  if (bytes.length > maximumCompared[encoding]) throw invalidParams('Invalid param: DataTooLarge');
  if (encoding === 'base64') return Buffer.from(bytes, 'base64');
  try {
    return Buffer.from(getBase58Encoder().encode(bytes));
  } catch {
    throw invalidParams('Invalid param: Base58DecodeError(InvalidCharacter)');
  }
}
