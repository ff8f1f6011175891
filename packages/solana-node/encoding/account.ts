import { zstdCompressSync } from 'node:zlib';
import { getBase58Decoder } from '@solana/kit';
import type { Account, AccountLookup } from '../accounts.ts';
import { invalidRequest } from '../errors.ts';
import { parseTokenData } from './token-data.ts';

/** How an account's data can be written; `binary` is what a node falls back to, a bare base58 string. */
export const accountEncodings = ['binary', 'base58', 'base64', 'jsonParsed', 'base64+zstd'] as const;

export type AccountEncoding = (typeof accountEncodings)[number];

/** A part of an account's data, in bytes. */
export type DataSlice = { readonly offset: bigint; readonly length: bigint };

/** The most bytes a node writes in base58 (MAX_BASE58_BYTES in anza-xyz/agave, account-decoder). */
const maximumBase58Bytes = 128;

// An account that pays no rent, as all do by now, says the last epoch there is.
const noRentEpoch = 2n ** 64n - 1n;

/**
 * An account as a node answers it. To parse a token account takes its mint, which `accountAt` tells.
 * @throws {RpcError} -32600 where the data is too long for base58.
 */
export function encodeAccount(
  account: Account,
  encoding: AccountEncoding,
  slice: DataSlice | null | undefined,
  accountAt: AccountLookup,
) {
  const parsed = encoding === 'jsonParsed' ? parseTokenData(account, accountAt) : undefined;
  return {
    data: parsed ?? encodeData(sliced(account.data, slice), encoding),
    executable: account.executable,
    lamports: account.lamports,
    owner: account.programAddress,
    rentEpoch: noRentEpoch,
    space: account.data.length,
  };
}

function sliced(data: Account['data'], slice: DataSlice | null | undefined): Uint8Array {
  if (!slice) return new Uint8Array(data);
  const offset = Number(slice.offset);
  return new Uint8Array(data.slice(offset, offset + Number(slice.length)));
}

function encodeData(data: Uint8Array, encoding: AccountEncoding): string | readonly [string, string] {
  switch (encoding) {
    case 'binary':
      return base58(data);
    case 'base58':
      return [base58(data), encoding];
    case 'base64+zstd':
      return [zstdCompressSync(data).toString('base64'), encoding];
    case 'base64':
    case 'jsonParsed':
      // A node that has no parser for an account answers it as base64; this one parses those of tokens alone.
      return [Buffer.from(data).toString('base64'), 'base64'];
  }
}

function base58(data: Uint8Array): string {
  if (data.length > maximumBase58Bytes) {
    throw invalidRequest(
      `Encoded binary (base 58) data should be less than ${maximumBase58Bytes} bytes, please use Base64 encoding.`,
    );
  }
  return getBase58Decoder().decode(data);
}
