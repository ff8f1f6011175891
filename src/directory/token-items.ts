import * as v from 'valibot';
import { errorClass } from '../error-class.ts';
import type { Directory } from '../table/directory-table.ts';
import type { EpochMs } from '../time.ts';

// An account token has two items in the Directory table: one under the hash of its secret, which is all that the
// authorizer reads, and one in the account's partition. A revoked token keeps both until a backup of the time before can
// no longer be restored: otherwise a restore would make it work again.

/** What a token may do. A later release may know more: readers ignore those that they do not know. */
export const tokenPermissions = ['read', 'keys'] as const;

export type TokenPermission = (typeof tokenPermissions)[number];

/** Milliseconds since the epoch. `expiresAt` is the table's TTL, in seconds, so this end has another name. */
const validUntil = v.optional(v.number());

const state = v.picklist(['active', 'revoked']);

export const tokenHashKey = (hash: string) => ({ pk: `TOKEN#${hash}`, sk: 'TOKEN' });

export const tokenHashSchema = v.object({ accountId: v.string(), tokenId: v.string(), state, validUntil });

export const tokenItemPrefix = 'TOKEN#';

export const tokenItemKey = (accountId: string, tokenId: string) => ({
  pk: `ACCOUNT#${accountId}`,
  sk: `${tokenItemPrefix}${tokenId}`,
});

const tokenSchema = v.object({
  tokenId: v.string(),
  accountId: v.string(),
  name: v.string(),
  permissions: v.array(v.string()),
  hash: v.string(),
  firstCharacters: v.string(),
  state,
  createdAt: v.number(),
  validUntil,
  /** Noted every five minutes. */
  lastUsedAt: v.optional(v.number()),
  /** When it was last reported as leaked (src/leaks). */
  leakReportedAt: v.optional(v.number()),
});

export type AccountToken = v.InferOutput<typeof tokenSchema>;

export const isExpired = ({ validUntil = Number.POSITIVE_INFINITY }: Pick<AccountToken, 'validUntil'>, at: EpochMs) =>
  validUntil <= at;

/** Whether requests with the token are accepted. */
export const isUsable = (token: Pick<AccountToken, 'state' | 'validUntil'>, at: EpochMs): boolean =>
  token.state === 'active' && !isExpired(token, at);

export class TokenNotFoundError extends errorClass('TokenNotFoundError', 'token_not_found') {
  constructor(tokenId: string) {
    super(`The token ${tokenId} does not exist, or is revoked.`);
  }
}

/** A token, also a revoked one. @throws {TokenNotFoundError} also for a token of another account */
export async function findToken(directory: Directory, accountId: string, tokenId: string): Promise<AccountToken> {
  const item = await directory.get(tokenItemKey(accountId, tokenId));
  if (!item) throw new TokenNotFoundError(tokenId);
  return v.parse(tokenSchema, item);
}

/** The tokens that are not revoked, newest first: token ids sort by creation time. */
export async function listTokens(directory: Directory, accountId: string): Promise<AccountToken[]> {
  const tokens: AccountToken[] = [];
  for await (const item of directory.query(tokenItemKey(accountId, '').pk, tokenItemPrefix)) {
    tokens.push(v.parse(tokenSchema, item));
  }
  return tokens.filter((token) => token.state === 'active').toReversed();
}
