import { type Address, address } from '@solana/kit';
import { invalidParams } from '../errors.ts';
import type { Node } from '../node.ts';
import { nativeMint, readMint, tokenPrograms } from '../token-account.ts';

const nativeProgram = address('TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA');

/** What a method needs to know of a token: the program its accounts belong to, and its decimals. */
export type TokenMint = { readonly program: Address; readonly decimals: number };

/**
 * The token of a mint, as it was in `slot`.
 * @throws {RpcError} -32602 where there is no account, or it is not a mint.
 */
export function mintAt(node: Node, at: Address, slot: number): TokenMint {
  if (at === nativeMint.address) return { program: nativeProgram, decimals: nativeMint.decimals };
  const account = node.accounts.at(at, slot);
  if (account === undefined) throw invalidParams('Invalid param: could not find mint');
  const mint = readMint(account.data);
  if (mint === undefined) throw invalidParams('Invalid param: Token mint could not be unpacked');
  return { program: account.programAddress, decimals: mint.decimals };
}

/**
 * The token of a mint that belongs to a token program.
 * @throws {RpcError} -32602 where it does not.
 */
export function tokenMintAt(node: Node, at: Address, slot: number): TokenMint {
  const mint = mintAt(node, at, slot);
  if (!tokenPrograms.has(mint.program)) throw invalidParams('Invalid param: not a Token mint');
  return mint;
}
