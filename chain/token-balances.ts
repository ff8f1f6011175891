import { type Address, getAddressDecoder } from '@solana/kit';
import type { Account } from './accounts.ts';

const tokenPrograms: ReadonlySet<string> = new Set([
  'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA',
  'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb',
]);

// A token account is 165 bytes; with extensions of Token-2022 a byte follows that is 2 (spl-token-2022-interface).
const tokenAccountLength = 165;
const tokenAccountType = 2;
// Where a mint keeps its decimals.
const decimalsOffset = 44;

const toAddress = getAddressDecoder();

export type TokenBalance = ReturnType<typeof tokenBalance>;

/** The token accounts among `addresses` with what they hold, as a node tells them of a transaction. */
export function tokenBalances(
  addresses: readonly Address[],
  account: (address: Address) => Account | undefined,
): readonly TokenBalance[] {
  return addresses.flatMap((address, accountIndex) => {
    const holder = account(address);
    if (holder === undefined || !isTokenAccount(holder)) return [];
    const mint = toAddress.decode(holder.data, 0);
    return [tokenBalance(accountIndex, holder, mint, account(mint)?.data[decimalsOffset] ?? 0)];
  });
}

function isTokenAccount({ programAddress, data }: Account): boolean {
  if (!tokenPrograms.has(programAddress)) return false;
  return data.length === tokenAccountLength || data[tokenAccountLength] === tokenAccountType;
}

function tokenBalance(accountIndex: number, holder: Account, mint: Address, decimals: number) {
  const amount = Buffer.from(holder.data).readBigUInt64LE(64);
  const uiAmountString = decimalText(amount, decimals);
  return {
    accountIndex,
    mint,
    owner: toAddress.decode(holder.data, 32),
    programId: holder.programAddress,
    uiTokenAmount: {
      uiAmount: amount === 0n ? null : Number(uiAmountString),
      decimals,
      amount: amount.toString(),
      uiAmountString,
    },
  };
}

/** `amount` shifted right by `decimals` places, without trailing zeros. */
function decimalText(amount: bigint, decimals: number): string {
  if (decimals === 0) return amount.toString();
  const digits = amount.toString().padStart(decimals + 1, '0');
  return `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`.replace(/\.?0+$/, '');
}
