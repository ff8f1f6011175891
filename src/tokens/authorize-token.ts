import * as v from 'valibot';
import { isUsable, tokenHashKey, tokenHashSchema } from '../directory/token-items.ts';
import { hashSecret } from '../keys/secret.ts';
import type { ItemTable } from '../table/item-table.ts';
import type { Clock } from '../time.ts';
import { isWellFormedToken } from './token-secret.ts';

/** The token of a request, passed to the management API. */
export type TokenIdentity = { readonly accountId: string; readonly tokenId: string };

/**
 * Finds the account token in an `Authorization` header; undefined if the request is refused: the token is malformed (which
 * needs no read), unknown, revoked or expired. The management API checks the token's permissions and account. Rejects if
 * the Directory cannot be read.
 */
export async function authorizeToken(
  header: string,
  { directory, clock }: { readonly directory: Pick<ItemTable, 'get'>; readonly clock: Clock },
): Promise<TokenIdentity | undefined> {
  // The scheme's case does not matter (RFC 9110, 11.1).
  const [, secret = ''] = /^bearer +(\S+)$/i.exec(header) ?? [];
  if (!isWellFormedToken(secret)) return undefined;
  const item = await directory.get(tokenHashKey(hashSecret(secret)));
  if (!item) return undefined;
  const token = v.parse(tokenHashSchema, item);
  const { accountId, tokenId } = token;
  return isUsable(token, clock()) ? { accountId, tokenId } : undefined;
}
