import { type Address, address } from '@solana/kit';
import * as v from 'valibot';
import type { Account } from '../accounts.ts';
import { encodeAccount, parseTokenData } from '../encoding/encode-account.ts';
import type { SolanaNode } from '../node.ts';
import { invalidParams } from '../rpc-errors.ts';
import { nativeMint, readMint, readTokenAccount, tokenAmount, tokenPrograms } from '../spl-token.ts';
import { accountConfig } from './account-methods.ts';
import { method, withContext } from './define-method.ts';
import { commitmentConfig, expecting, readAddress, text } from './method-parameters.ts';

const nativeProgram = address('TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA');

/** The token program of a mint, and its decimals. */
export type TokenMint = { readonly program: Address; readonly decimals: number };

/**
 * Reads a mint as of `slot`.
 * @throws {RpcError} -32602 if there is no account, or it is not a mint
 */
function mintAt(node: SolanaNode, at: Address, slot: number): TokenMint {
  if (at === nativeMint.address) return { program: nativeProgram, decimals: nativeMint.decimals };
  const account = node.accounts.at(at, slot);
  if (account === undefined) throw invalidParams('Invalid param: could not find mint');
  const mint = readMint(account.data);
  if (mint === undefined) throw invalidParams('Invalid param: Token mint could not be unpacked');
  return { program: account.programAddress, decimals: mint.decimals };
}

/**
 * Reads a mint of a token program.
 * @throws {RpcError} -32602 for a mint of another program
 */
function tokenMintAt(node: SolanaNode, at: Address, slot: number): TokenMint {
  const mint = mintAt(node, at, slot);
  if (!tokenPrograms.has(mint.program)) throw invalidParams('Invalid param: not a Token mint');
  return mint;
}

const tokenFilter = v.union([v.strictObject({ mint: text }), v.strictObject({ programId: text })], wrongFilter);

type TokenFilter = { readonly mint: Address } | { readonly programId: Address };

// Serde parses the filter as an enum, which determines these error messages.
function wrongFilter(issue: v.BaseIssue<unknown>): string {
  const entries = v.safeParse(v.record(v.string(), v.unknown()), issue.input);
  if (!entries.success) return expecting('string or map')(issue);
  const [name, ...others] = Object.keys(entries.output);
  if (name === undefined || others.length > 0) return 'invalid value: map, expected map with a single key';
  return name === 'mint' || name === 'programId'
    ? `invalid value of \`${name}\`, expected a string`
    : `unknown variant \`${name}\`, expected \`mint\` or \`programId\``;
}

// An invalid address is refused before the state is read.
const readFilter = (filter: v.InferOutput<typeof tokenFilter>): TokenFilter =>
  'mint' in filter ? { mint: readAddress(filter.mint) } : { programId: readAddress(filter.programId) };

/** The token accounts of an owner, for one token or one token program. */
export const getTokenAccountsByOwner = method([text, tokenFilter, accountConfig], 2, (node, input, filter, config) => {
  const owner = readAddress(input);
  const wanted = readFilter(filter);
  const slot = node.slotFor(config);
  const { program, mint } = programAndMint(node, wanted, slot);
  const found = node.accounts.ownedBy(program, slot).filter(({ data }) => {
    const account = readTokenAccount(data);
    return account?.owner === owner && (mint === undefined || account.mint === mint);
  });
  return withContext(slot, encodeAll(node, found, slot, config));
});

function programAndMint(
  node: SolanaNode,
  filter: TokenFilter,
  slot: number,
): { readonly program: Address; readonly mint?: Address } {
  if ('mint' in filter) return { program: tokenMintAt(node, filter.mint, slot).program, mint: filter.mint };
  if (!tokenPrograms.has(filter.programId)) throw invalidParams('Invalid param: unrecognized Token program id');
  return { program: filter.programId };
}

function encodeAll(
  node: SolanaNode,
  accounts: readonly Account[],
  slot: number,
  config: v.InferOutput<typeof accountConfig>,
) {
  const encoding = config?.encoding ?? 'binary';
  const accountAt = (address: Address) => node.accounts.at(address, slot);
  // With `jsonParsed` a node omits accounts that it cannot parse.
  const shown = encoding === 'jsonParsed' ? accounts.filter((account) => parseTokenData(account, accountAt)) : accounts;
  return shown.map((account) => ({
    account: encodeAccount(account, encoding, config?.dataSlice, accountAt),
    pubkey: account.address,
  }));
}

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
