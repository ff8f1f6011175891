import * as v from 'valibot';
import { findAccount } from '../directory/directory-reads.ts';
import { findToken, isUsable, type TokenPermission } from '../directory/token-items.ts';
import { noteUse } from '../tokens/note-use.ts';
import type { ManagementApiDeps } from './operation.ts';
import { RefusedError } from './problems.ts';

/** What `authorizeToken` returns. */
const identitySchema = v.object({ accountId: v.string(), tokenId: v.string() });

/**
 * The account and the token of a request, read again: the account may have been deleted, or the token revoked, since the
 * authorizer read it.
 * @param identity from the token authorizer
 * @param allowed permissions, any of which is enough
 * @throws {RefusedError} `unauthenticated` or `permission_missing` @throws {AccountDeletedError}
 */
export async function tokenCaller(
  identity: unknown,
  allowed: readonly TokenPermission[],
  deps: Pick<ManagementApiDeps, 'directory' | 'clock' | 'log'>,
) {
  const { success, output } = v.safeParse(identitySchema, identity);
  if (!success) throw new RefusedError('unauthenticated', 'Send an account token in the Authorization header.');
  const { accountId, tokenId } = output;
  const account = await findAccount(deps.directory, accountId);
  const token = await findToken(deps.directory, accountId, tokenId);
  if (!isUsable(token, deps.clock())) throw new RefusedError('unauthenticated', 'The token is revoked or has expired.');
  await noteUse(deps, token);
  if (allowed.some((permission) => token.permissions.includes(permission))) return { account, token };
  throw new RefusedError(
    'permission_missing',
    `The token has the permission ${token.permissions.join(' and ')}. This request needs ${allowed.join(' or ')}: ` +
      'create a token that has it.',
  );
}
