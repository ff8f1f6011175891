import { getBase58Encoder } from '@solana/kit';
import * as v from 'valibot';
import type { Account } from '../accounts.ts';
import { encodeAccount } from '../encoding/account.ts';
import { invalidParams } from '../errors.ts';
import { accountEntries } from './accounts.ts';
import { withContext } from './context.ts';
import { method } from './method.ts';
import { config, flag, list, oneOf, readAddress, text, u64 } from './parameters.ts';

/** The most filters one call may have (MAX_GET_PROGRAM_ACCOUNT_FILTERS in anza-xyz/agave, rpc-client-api). */
const maximumFilters = 4;

/** The most bytes a filter may compare, and the longest text that holds them (rpc-client-types/src/filter.rs). */
const maximumCompared = { bytes: 128, base58: 175, base64: 172 } as const;

const memcmp = v.object({
  offset: u64,
  bytes: text,
  encoding: v.nullish(oneOf(['base58', 'base64'])),
});

const accountFilter = v.union(
  [v.object({ dataSize: u64 }), v.object({ memcmp })],
  'unknown filter, expected one of `dataSize`, `memcmp`',
);

const programConfig = config('RpcProgramAccountsConfig', {
  ...accountEntries,
  filters: v.nullish(list(accountFilter)),
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
  if ('dataSize' in filter) return ({ data }) => BigInt(data.length) === filter.dataSize;
  const offset = Number(filter.memcmp.offset);
  const bytes = comparedBytes(filter.memcmp);
  return ({ data }) => Buffer.from(data.slice(offset, offset + bytes.length)).equals(bytes);
}

function comparedBytes({ bytes, encoding }: v.InferOutput<typeof memcmp>): Buffer {
  const decoded = decode(bytes, encoding ?? 'base58');
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
