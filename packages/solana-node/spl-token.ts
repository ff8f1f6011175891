import {
  type Address,
  type FixedSizeDecoder,
  getAddressDecoder,
  getNullableDecoder,
  getStructDecoder,
  getU8Decoder,
  getU32Decoder,
  getU64Decoder,
} from '@solana/kit';
import type { Account, AccountLookup } from './accounts.ts';

/** The token programs with the names that nodes use for their parsed accounts. */
export const tokenPrograms: ReadonlyMap<string, string> = new Map([
  ['TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA', 'spl-token'],
  ['TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb', 'spl-token-2022'],
]);

/** The token of wrapped SOL. Nodes know its decimals even if its account does not exist. */
export const nativeMint = { address: 'So11111111111111111111111111111111111111112', decimals: 9 } as const;

const optional = <T>(item: FixedSizeDecoder<T>) =>
  getNullableDecoder(item, { prefix: getU32Decoder(), noneValue: 'zeroes' });

// The layouts of spl-token-interface; accounts of Token-2022 begin with the same.
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

/** Decodes a token account; undefined if `data` is not an initialized token account. */
export function readTokenAccount(data: Account['data']): TokenAccount | undefined {
  if (!hasLayout(data, tokenAccount.fixedSize, 2)) return undefined;
  const account = tokenAccount.decode(data);
  return account.state === 0 ? undefined : account;
}

/** Decodes a mint; undefined if `data` is not an initialized mint. */
export function readMint(data: Account['data']): Mint | undefined {
  if (!hasLayout(data, mint.fixedSize, 1)) return undefined;
  const read = mint.decode(data);
  return read.isInitialized === 0 ? undefined : read;
}

const multisigLength = 355;

/** Data with extensions of Token-2022 is longer; the byte after the length of a token account names its layout. */
function hasLayout(data: Account['data'], length: number, type: 1 | 2): boolean {
  const typeOffset = tokenAccount.fixedSize;
  return data.length === length || (data.length !== multisigLength && data[typeOffset] === type);
}

/** A larger power of ten does not fit into a u64, so a node answers no number. */
const maximumDecimals = 19;

/** An amount of tokens in an answer. `uiAmount` is rounded, `uiAmountString` is exact. */
export const tokenAmount = (amount: bigint, decimals: number) => ({
  amount: amount.toString(),
  decimals,
  uiAmount: decimals > maximumDecimals ? null : Number(amount) / 10 ** decimals,
  uiAmountString: decimalText(amount, decimals),
});

/** `amount` shifted right by `decimals` places, without trailing zeros. */
function decimalText(amount: bigint, decimals: number): string {
  if (decimals === 0) return amount.toString();
  const digits = amount.toString().padStart(decimals + 1, '0');
  return `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`.replace(/\.?0+$/, '');
}

export type TokenBalance = ReturnType<typeof tokenBalance>;

/** The balances of the token accounts among `addresses`, as in the answers about a transaction. */
export function tokenBalances(addresses: readonly Address[], accountAt: AccountLookup): readonly TokenBalance[] {
  return addresses.flatMap((address, accountIndex) => {
    const account = accountAt(address);
    if (account === undefined || !tokenPrograms.has(account.programAddress)) return [];
    const held = readTokenAccount(account.data);
    if (held === undefined) return [];
    return [tokenBalance(accountIndex, account, held, decimalsOf(accountAt(held.mint)))];
  });
}

const decimalsOf = (mint: Account | undefined): number => (mint && readMint(mint.data)?.decimals) ?? 0;

function tokenBalance(
  accountIndex: number,
  { programAddress }: Account,
  { mint, owner, amount }: TokenAccount,
  decimals: number,
) {
  const uiTokenAmount = tokenAmount(amount, decimals);
  return {
    accountIndex,
    mint,
    owner,
    programId: programAddress,
    // In the history of a node the number 0 is null.
    uiTokenAmount: amount === 0n ? { ...uiTokenAmount, uiAmount: null } : uiTokenAmount,
  };
}
