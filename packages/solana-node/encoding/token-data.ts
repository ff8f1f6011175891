import type { Account, AccountLookup } from '../accounts.ts';
import { nativeMint, readMint, readTokenAccount, type TokenAccount, tokenPrograms } from '../token-account.ts';
import { tokenAmount } from '../token-amount.ts';

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
