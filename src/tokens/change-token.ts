import { type ChangeDeps, type ChangeRequest, changeAccount, type PlannedChange } from '../directory/change-account.ts';
import {
  type AccountToken,
  findToken,
  TokenNotFoundError,
  tokenHashKey,
  tokenItemKey,
} from '../directory/token-items.ts';
import { errorClass } from '../error-class.ts';
import { parseName } from '../keys/key-name.ts';
import { setAttributes } from '../keys/key-writes.ts';
import type { DirectoryWrite } from '../table/directory-table.ts';
import { dayMs, type EpochMs } from '../time.ts';

export class TokenNameError extends errorClass('TokenNameError', 'invalid_token_name') {}

/** @throws {TokenNameError} @throws {TokenNotFoundError} also for a revoked token @throws see {@link changeAccount} */
export async function renameToken(
  deps: ChangeDeps,
  request: ChangeRequest,
  tokenId: string,
  asked: string,
): Promise<AccountToken> {
  const name = parseName(asked, TokenNameError);
  return changeAccount(deps, request, {
    decide: async ({ accountId }) => {
      const token = await findToken(deps.directory, accountId, tokenId);
      if (token.state === 'revoked') throw new TokenNotFoundError(tokenId);
      const result = { ...token, name };
      if (token.name === name) return { result };
      const activity = { action: 'token_renamed' as const, before: { name: token.name }, after: { name } };
      return { change: { activity, writes: [setAttributes(tokenItemKey(accountId, tokenId), { name })] }, result };
    },
    repeat: ({ accountId }) => findToken(deps.directory, accountId, tokenId),
  });
}

/** Requests with the token are refused from the next one. @throws {TokenNotFoundError} @throws see {@link changeAccount} */
export function revokeToken(deps: ChangeDeps, request: ChangeRequest, tokenId: string): Promise<AccountToken> {
  return changeAccount<AccountToken>(deps, request, {
    decide: async ({ accountId }) => {
      const token = await findToken(deps.directory, accountId, tokenId);
      return token.state === 'revoked' ? { result: token } : planTokenRevocation(token, deps.clock());
    },
    repeat: ({ accountId }) => findToken(deps.directory, accountId, tokenId),
  });
}

/** The change that revokes a token. @param found where it was found, if it is leaked */
export function planTokenRevocation(token: AccountToken, at: EpochMs, found?: Found): PlannedChange<AccountToken> {
  const activity = { action: 'token_revoked' as const, before: { name: token.name }, ...(found && { after: found }) };
  return { change: { activity, writes: revocationWrites(token, at) }, result: { ...token, state: 'revoked' } };
}

type Found = Readonly<Record<string, string>>;

/** The change that notes that a token is reported as leaked. */
export function planTokenReport(token: AccountToken, at: EpochMs, found: Found): PlannedChange<AccountToken> {
  const { accountId, tokenId, name } = token;
  const writes = [setAttributes(tokenItemKey(accountId, tokenId), { leakReportedAt: at })];
  const activity = { action: 'token_leak_reported' as const, after: { name, ...found } };
  return { change: { activity, writes }, result: { ...token, leakReportedAt: at } };
}

/** As long as activity is kept, and far longer than DynamoDB keeps its own backups (35 days). */
const keptMs = 400 * dayMs;

/** Both items of a token, for a transaction that revokes it. */
export function revocationWrites(
  { accountId, tokenId, hash }: Pick<AccountToken, 'accountId' | 'tokenId' | 'hash'>,
  at: EpochMs,
): DirectoryWrite[] {
  const revoked = { state: 'revoked', expiresAt: Math.ceil((at + keptMs) / 1_000) };
  return [tokenItemKey(accountId, tokenId), tokenHashKey(hash)].map((key) => setAttributes(key, revoked));
}
