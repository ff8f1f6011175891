import type { Address } from '@solana/kit';
import * as v from 'valibot';
import type { Account } from '../accounts.ts';
import { encodeAccount } from '../encoding/account.ts';
import { parseTokenData } from '../encoding/token-data.ts';
import { invalidParams } from '../errors.ts';
import type { Node } from '../node.ts';
import { readTokenAccount, type TokenAccount, tokenPrograms } from '../token-account.ts';
import { accountConfig } from './accounts.ts';
import { withContext } from './context.ts';
import { method } from './method.ts';
import { expecting, readAddress, text } from './parameters.ts';
import { tokenMintAt } from './token-mint.ts';

const tokenFilter = v.union([v.strictObject({ mint: text }), v.strictObject({ programId: text })], wrongFilter);

type TokenFilter = { readonly mint: Address } | { readonly programId: Address };

// Serde takes the filter for an enum, and words what is wrong with it accordingly.
function wrongFilter(issue: v.BaseIssue<unknown>): string {
  const entries = v.safeParse(v.record(v.string(), v.unknown()), issue.input);
  if (!entries.success) return expecting('string or map')(issue);
  const [name, ...others] = Object.keys(entries.output);
  if (name === undefined || others.length > 0) return 'invalid value: map, expected map with a single key';
  return name === 'mint' || name === 'programId'
    ? `invalid value of \`${name}\`, expected a string`
    : `unknown variant \`${name}\`, expected \`mint\` or \`programId\``;
}

// An address that is none is refused before the state is looked at.
const readFilter = (filter: v.InferOutput<typeof tokenFilter>): TokenFilter =>
  'mint' in filter ? { mint: readAddress(filter.mint) } : { programId: readAddress(filter.programId) };

/** A method that tells the token accounts of a holder, for one token or one token program. */
const accountsOf = (isHeldBy: (account: TokenAccount, holder: Address) => boolean) =>
  method([text, tokenFilter, accountConfig], 2, (node, input, filter, config) => {
    const holder = readAddress(input);
    const wanted = readFilter(filter);
    const slot = node.slotFor(config);
    const { program, mint } = programAndMint(node, wanted, slot);
    const found = node.accounts.ownedBy(program, slot).filter(({ data }) => {
      const account = readTokenAccount(data);
      return account && (mint === undefined || account.mint === mint) && isHeldBy(account, holder);
    });
    return withContext(slot, encodeAll(node, found, slot, config));
  });

export const getTokenAccountsByOwner = accountsOf(({ owner }, holder) => owner === holder);

export const getTokenAccountsByDelegate = accountsOf(({ delegate }, holder) => delegate === holder);

function programAndMint(
  node: Node,
  filter: TokenFilter,
  slot: number,
): { readonly program: Address; readonly mint?: Address } {
  if ('mint' in filter) return { program: tokenMintAt(node, filter.mint, slot).program, mint: filter.mint };
  if (!tokenPrograms.has(filter.programId)) throw invalidParams('Invalid param: unrecognized Token program id');
  return { program: filter.programId };
}

function encodeAll(
  node: Node,
  accounts: readonly Account[],
  slot: number,
  config: v.InferOutput<typeof accountConfig>,
) {
  const encoding = config?.encoding ?? 'binary';
  const accountAt = (address: Address) => node.accounts.at(address, slot);
  // Where accounts are to be parsed, a node leaves those out that it cannot parse.
  const shown = encoding === 'jsonParsed' ? accounts.filter((account) => parseTokenData(account, accountAt)) : accounts;
  return shown.map((account) => ({
    account: encodeAccount(account, encoding, config?.dataSlice, accountAt),
    pubkey: account.address,
  }));
}
