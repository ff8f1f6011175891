import { invalidParams } from '../errors.ts';
import { readMint, readTokenAccount, tokenPrograms } from '../token-account.ts';
import { tokenAmount } from '../token-amount.ts';
import { withContext } from './context.ts';
import { method } from './method.ts';
import { commitmentConfig, readAddress, text } from './parameters.ts';
import { mintAt, tokenMintAt } from './token-mint.ts';

/** The most accounts that getTokenLargestAccounts tells (NUM_LARGEST_ACCOUNTS in anza-xyz/agave). */
const maximumLargest = 20;

export const getTokenAccountBalance = method([text, commitmentConfig], 1, (node, input, config) => {
  const address = readAddress(input);
  const slot = node.slotFor(config);
  const account = node.accounts.at(address, slot);
  if (account === undefined) throw invalidParams('Invalid param: could not find account');
  const held = tokenPrograms.has(account.programAddress) ? readTokenAccount(account.data) : undefined;
  if (held === undefined) throw invalidParams('Invalid param: not a Token account');
  return withContext(slot, tokenAmount(held.amount, mintAt(node, held.mint, slot).decimals));
});

export const getTokenSupply = method([text, commitmentConfig], 1, (node, input, config) => {
  const address = readAddress(input);
  const slot = node.slotFor(config);
  const account = node.accounts.at(address, slot);
  if (account === undefined) throw invalidParams('Invalid param: could not find account');
  if (!tokenPrograms.has(account.programAddress)) throw invalidParams('Invalid param: not a Token mint');
  const mint = readMint(account.data);
  if (mint === undefined) throw invalidParams('Invalid param: mint could not be unpacked');
  return withContext(slot, tokenAmount(mint.supply, mint.decimals));
});

/** The accounts that hold the most of a token, largest first; of equal ones that with the higher address. */
export const getTokenLargestAccounts = method([text, commitmentConfig], 1, (node, input, config) => {
  const mint = readAddress(input);
  const slot = node.slotFor(config);
  const { program, decimals } = tokenMintAt(node, mint, slot);
  const holders = node.accounts.ownedBy(program, slot).flatMap(({ address, data }) => {
    const held = readTokenAccount(data);
    return held?.mint === mint ? [{ address, amount: held.amount }] : [];
  });
  const largest = holders.toReversed().sort((one, other) => Number(other.amount - one.amount));
  return withContext(
    slot,
    largest.slice(0, maximumLargest).map(({ address, amount }) => ({ address, ...tokenAmount(amount, decimals) })),
  );
});
