import { type Address, getAddressDecoder } from '@solana/kit';
import type { Account, AccountLookup } from './accounts.ts';
import { invalidParams } from './rpc-errors.ts';
import type { TransactionMessage } from './transaction.ts';

// An address lookup table begins with 56 bytes of its own; addresses follow (solana-address-lookup-table-interface).
const tableHeader = 56;
const addressLength = 32;

/** The accounts of a transaction, in the order of the indexes in its instructions. */
export type AccountKeys = {
  readonly all: readonly Address[];
  /** The accounts from address lookup tables. */
  readonly loaded: { readonly writable: readonly Address[]; readonly readonly: readonly Address[] };
};

/**
 * Lists a message's accounts, including those from address lookup tables.
 * @throws {RpcError} -32602 if a table or an entry does not exist
 */
export function accountKeys(message: TransactionMessage, account: AccountLookup): AccountKeys {
  const lookups = message.version === 0 ? (message.addressTableLookups ?? []) : [];
  const load = (which: 'writableIndexes' | 'readonlyIndexes') =>
    lookups.flatMap((lookup) => lookup[which].map((index) => entry(account(lookup.lookupTableAddress), index)));
  const loaded = { writable: load('writableIndexes'), readonly: load('readonlyIndexes') };
  return { all: [...message.staticAccounts, ...loaded.writable, ...loaded.readonly], loaded };
}

function entry(table: Account | undefined, index: number): Address {
  if (table === undefined) {
    throw invalidParams("invalid transaction: Transaction loads an address table account that doesn't exist");
  }
  const offset = tableHeader + index * addressLength;
  if (offset + addressLength > table.data.length) {
    throw invalidParams('invalid transaction: Transaction address table lookup uses an invalid index');
  }
  return getAddressDecoder().decode(table.data, offset);
}

/** Whether the account at `index` signs. */
const isSigner = ({ header }: TransactionMessage, index: number): boolean => index < header.numSignerAccounts;

/** Whether the account at `index` may be written to. */
export function isWritable(message: TransactionMessage, keys: AccountKeys, index: number): boolean {
  const { header, staticAccounts } = message;
  if (index >= staticAccounts.length) return index < staticAccounts.length + keys.loaded.writable.length;
  return isSigner(message, index)
    ? index < header.numSignerAccounts - header.numReadonlySignerAccounts
    : index < staticAccounts.length - header.numReadonlyNonSignerAccounts;
}
