import {
  type FixedSizeDecoder,
  getAddressDecoder,
  getNullableDecoder,
  getStructDecoder,
  getU8Decoder,
  getU32Decoder,
  getU64Decoder,
} from '@solana/kit';
import type { Account } from './accounts.ts';

/** The token programs, each with the name under which a node parses its accounts. */
export const tokenPrograms: ReadonlyMap<string, string> = new Map([
  ['TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA', 'spl-token'],
  ['TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb', 'spl-token-2022'],
]);

/** The token of wrapped SOL. Nodes know its decimals even where it has no account. */
export const nativeMint = { address: 'So11111111111111111111111111111111111111112', decimals: 9 } as const;

const optional = <T>(item: FixedSizeDecoder<T>) =>
  getNullableDecoder(item, { prefix: getU32Decoder(), noneValue: 'zeroes' });

// The layouts are those of spl-token-interface; Token-2022 begins its accounts with the same.
const tokenAccount = getStructDecoder([
  ['mint', getAddressDecoder()],
  ['owner', getAddressDecoder()],
  ['amount', getU64Decoder()],
  ['delegate', optional(getAddressDecoder())],
  ['state', getU8Decoder()],
  ['rentExemptReserve', optional(getU64Decoder())],
  ['delegatedAmount', getU64Decoder()],
  ['closeAuthority', optional(getAddressDecoder())],
]);
const mint = getStructDecoder([
  ['mintAuthority', optional(getAddressDecoder())],
  ['supply', getU64Decoder()],
  ['decimals', getU8Decoder()],
  ['isInitialized', getU8Decoder()],
  ['freezeAuthority', optional(getAddressDecoder())],
]);

export type TokenAccount = ReturnType<typeof tokenAccount.decode>;

export type Mint = ReturnType<typeof mint.decode>;

/** What a token account holds, and for whom; undefined where `data` is not an initialized token account. */
export function readTokenAccount(data: Account['data']): TokenAccount | undefined {
  if (!hasLayout(data, tokenAccount.fixedSize, 2)) return undefined;
  const account = tokenAccount.decode(data);
  return account.state === 0 ? undefined : account;
}

/** What a token is; undefined where `data` is not an initialized mint. */
export function readMint(data: Account['data']): Mint | undefined {
  if (!hasLayout(data, mint.fixedSize, 1)) return undefined;
  const read = mint.decode(data);
  return read.isInitialized === 0 ? undefined : read;
}

const multisigLength = 355;

/** Data with extensions of Token-2022 is longer, and says after the length of a token account which layout it has. */
function hasLayout(data: Account['data'], length: number, type: 1 | 2): boolean {
  const typeOffset = tokenAccount.fixedSize;
  return data.length === length || (data.length !== multisigLength && data[typeOffset] === type);
}
