import { zstdCompressSync } from 'node:zlib';
import { getBase58Decoder } from '@solana/kit';
import type { Account, AccountLookup } from '../accounts.ts';
import { invalidRequest } from '../rpc-errors.ts';
import { nativeMint, readMint, readTokenAccount, type TokenAccount, tokenAmount, tokenPrograms } from '../spl-token.ts';

/** How an account's data can be written; `binary` is what a node falls back to, a bare base58 string. */
export const accountEncodings = ['binary', 'base58', 'base64', 'jsonParsed', 'base64+zstd'] as const;

export type AccountEncoding = (typeof accountEncodings)[number];

/** A part of an account's data, in bytes. */
export type DataSlice = { readonly offset: bigint; readonly length: bigint };

/** The maximum number of bytes that a node encodes in base58 (MAX_BASE58_BYTES in anza-xyz/agave, account-decoder). */
const maximumBase58Bytes = 128;

// An account that pays no rent has the last possible epoch; all accounts pay none today.
const noRentEpoch = 2n ** 64n - 1n;

/**
 * Encodes an account. `accountAt` finds the mint that a parsed token account needs.
 * @throws {RpcError} -32600 if the data is too long for base58
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
      return toBase58(data);
    case 'base58':
      return [toBase58(data), encoding];
    case 'base64+zstd':
      return [zstdCompressSync(data).toString('base64'), encoding];
    case 'base64':
    case 'jsonParsed':
      // Without a parser a node answers base64; this one only parses accounts of tokens.
      return [Buffer.from(data).toString('base64'), 'base64'];
  }
}

function toBase58(data: Uint8Array): string {
  if (data.length > maximumBase58Bytes) {
    throw invalidRequest(
      `Encoded binary (base 58) data should be less than ${maximumBase58Bytes} bytes, please use Base64 encoding.`,
    );
  }
  return getBase58Decoder().decode(data);
}

/**
 * The data of a token account or a mint as `jsonParsed` shows it (account-decoder/src/parse_token.rs in
 * anza-xyz/agave). Undefined for any other account, and for a token account whose mint is missing.
 */
export function parseTokenData({ programAddress, data }: Account, accountAt: AccountLookup) {
  const program = tokenPrograms.get(programAddress);
  if (program === undefined) return undefined;
  const parsed = parseTokenAccount(data, accountAt) ?? parseMint(data);
  return parsed && { parsed, program, space: data.length };
}

function parseTokenAccount(data: Account['data'], accountAt: AccountLookup) {
  const account = readTokenAccount(data);
  const decimals = account && decimalsOf(account, accountAt);
  if (account === undefined || decimals === undefined) return undefined;
  const { mint, owner, amount, delegate, delegatedAmount, rentExemptReserve, closeAuthority, state } = account;
  return {
    type: 'account',
    info: {
      ...(closeAuthority ? { closeAuthority } : {}),
      ...(delegate ? { delegate, delegatedAmount: tokenAmount(delegatedAmount, decimals) } : {}),
      isNative: rentExemptReserve !== null,
      mint,
      owner,
      ...(rentExemptReserve === null ? {} : { rentExemptReserve: tokenAmount(rentExemptReserve, decimals) }),
      state: state === 2 ? 'frozen' : 'initialized',
      tokenAmount: tokenAmount(amount, decimals),
    },
  };
}

function decimalsOf({ mint }: TokenAccount, accountAt: AccountLookup): number | undefined {
  if (mint === nativeMint.address) return nativeMint.decimals;
  const account = accountAt(mint);
  return account && readMint(account.data)?.decimals;
}

function parseMint(data: Account['data']) {
  const mint = readMint(data);
  if (mint === undefined) return undefined;
  const { decimals, freezeAuthority, mintAuthority, supply } = mint;
  return {
    type: 'mint',
    info: { decimals, freezeAuthority, isInitialized: true, mintAuthority, supply: supply.toString() },
  };
}
