import { ulid } from 'ulid';
import { type PasswordDeps, requirePassword } from '../accounts/password.ts';
import { type ChangeDeps, type ChangeRequest, changeAccount, type PlannedChange } from '../directory/change-account.ts';
import {
  type AccountToken,
  findToken,
  isExpired,
  listTokens,
  type TokenPermission,
  tokenHashKey,
  tokenItemKey,
} from '../directory/token-items.ts';
import { errorClass } from '../error-class.ts';
import { parseName } from '../keys/key-name.ts';
import { firstCharactersOf, hashSecret } from '../keys/secret.ts';
import type { DirectoryWrite } from '../table/directory-table.ts';
import { dayMs } from '../time.ts';
import { revocationWrites, TokenNameError } from './change-token.ts';
import { mintToken } from './token-secret.ts';

/** Tokens of an account that are not revoked. */
export const maxTokens = 20;

class TokenLimitError extends errorClass('TokenLimitError', 'token_limit_reached') {
  readonly allowed = maxTokens;

  constructor() {
    super(`An account has at most ${maxTokens} tokens. Revoke one that is not used any more.`);
  }
}

/** `days` from now on; null for a token that does not expire. */
export type NewToken = {
  readonly name: string;
  readonly permissions: readonly TokenPermission[];
  readonly days: number | null;
};

/** `secret` is null if the request is a repetition. */
export type TokenWithSecret = { readonly token: AccountToken; readonly secret: string | null };

/**
 * Creates an account token. It needs the password: it outlives sessions, so a stolen session must not be enough.
 * @throws {WrongPasswordError} @throws {TooManyRequestsError} @throws {TokenNameError} @throws {TokenLimitError}
 * @throws see {@link changeAccount}
 */
export async function createToken(
  deps: ChangeDeps & PasswordDeps,
  request: ChangeRequest,
  asked: NewToken,
  password: string,
): Promise<TokenWithSecret> {
  const name = parseName(asked.name, TokenNameError);
  await requirePassword(deps, request.accountId, password);
  return changeAccount(deps, request, {
    decide: ({ accountId }) => newToken(accountId, { ...asked, name }, deps),
    repeat: async ({ accountId }, { keyId = '' }) => ({
      token: await findToken(deps.directory, accountId, keyId),
      secret: null,
    }),
  });
}

async function newToken(
  accountId: string,
  { name, permissions, days }: NewToken,
  { directory, clock }: ChangeDeps,
): Promise<PlannedChange<TokenWithSecret>> {
  const at = clock();
  const replaced = await tokenToReplace(directory, accountId, at);
  const secret = mintToken();
  const token: AccountToken = {
    tokenId: `tok_${ulid(at)}`,
    accountId,
    name,
    permissions: [...new Set(permissions)],
    hash: hashSecret(secret),
    firstCharacters: firstCharactersOf(secret),
    state: 'active',
    createdAt: at,
    ...(days !== null && { validUntil: at + days * dayMs }),
  };
  const after = { name, permissions: token.permissions.join(', '), ...(days !== null && { days }) };
  const activity = { action: 'token_created' as const, after };
  const writes = [...tokenWrites(token), ...(replaced ? revocationWrites(replaced, at) : [])];
  return { change: { activity, writes, createdId: token.tokenId }, result: { token, secret } };
}

/** At the limit, the oldest expired token makes room; undefined below it. @throws {TokenLimitError} */
async function tokenToReplace(directory: ChangeDeps['directory'], accountId: string, at: number) {
  const tokens = await listTokens(directory, accountId);
  if (tokens.length < maxTokens) return undefined;
  const expired = tokens.findLast((token) => isExpired(token, at));
  if (!expired) throw new TokenLimitError();
  return expired;
}

function tokenWrites(token: AccountToken): DirectoryWrite[] {
  const { accountId, tokenId, hash, state, validUntil } = token;
  const condition = 'attribute_not_exists(pk)';
  const byHash = { accountId, tokenId, state, ...(validUntil !== undefined && { validUntil }) };
  return [
    { put: { ...tokenItemKey(accountId, tokenId), ...token }, condition },
    { put: { ...tokenHashKey(hash), ...byHash }, condition },
  ];
}
