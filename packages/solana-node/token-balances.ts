import type { Address } from '@solana/kit';
import type { Account, AccountLookup } from './accounts.ts';
import { readMint, readTokenAccount, type TokenAccount, tokenPrograms } from './token-account.ts';
import { tokenAmount } from './token-amount.ts';

export type TokenBalance = ReturnType<typeof tokenBalance>;

/** The token accounts among `addresses` with what they hold, as a node tells them of a transaction. */
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
    // The history of a node does not tell a number that is 0 from none.
    uiTokenAmount: amount === 0n ? { ...uiTokenAmount, uiAmount: null } : uiTokenAmount,
  };
}
