import { type ChangeDeps, changeAccount, type PlannedChange } from '../directory/change-account.ts';
import type { Account, Key } from '../directory/directory-items.ts';
import { AccountDeletedError, AccountNotFoundError, findKey } from '../directory/directory-reads.ts';
import { type AccountToken, findToken, isUsable, TokenNotFoundError } from '../directory/token-items.ts';
import { type KeyRevocationDeps, planRevocation } from '../keys/change-key.ts';
import { setKeyAttributes } from '../keys/key-writes.ts';
import { type EpochMs, hourMs } from '../time.ts';
import { planTokenReport, planTokenRevocation } from '../tokens/change-token.ts';
import type { LeakedSecret, LeakOrigin } from './leaked-secret.ts';

/** What happens to the key of a leaked secret: the setting `leakedKeys`. */
export type LeakResponse = 'report' | 'revoke';

export type LeakDeps = ChangeDeps & KeyRevocationDeps;

/**
 * Reports a leaked secret in its account's activity, at most once per key and hour, or revokes its key. A secret that has
 * ended, or whose key is revoked or account deleted, changes nothing: so an old secret never harms its key. A suspended
 * account makes no difference, because its keys work again later.
 * @throws {AccountBusyError}
 */
export async function handleLeak(
  deps: LeakDeps,
  leaked: LeakedSecret,
  origin: LeakOrigin,
  response: LeakResponse,
): Promise<void> {
  const decide = (account: Account) =>
    'keyId' in leaked
      ? planForKey(deps, account, leaked, origin, response)
      : planForToken(deps, account, leaked.tokenId, origin, response);
  try {
    await changeAccount<unknown>(deps, { accountId: leaked.accountId, origin }, { decide, repeat: neverRepeated });
  } catch (error) {
    // DynamoDB deletes the two items of a token that was revoked long ago one after the other, in any order.
    if (![AccountDeletedError, AccountNotFoundError, TokenNotFoundError].some((gone) => error instanceof gone))
      throw error;
  }
}

const neverRepeated = () => Promise.reject(new Error('A leak is reported without an Idempotency-Key.'));

const unchanged = { result: undefined };

/** An activity row repeats after this time. */
const reportEveryMs = hourMs;

const isDue = (reportedAt: EpochMs | undefined, at: EpochMs) => (reportedAt ?? 0) + reportEveryMs <= at;

async function planForKey(
  deps: LeakDeps,
  account: Account,
  { hash, keyId }: { readonly hash: string; readonly keyId: string },
  { found, ...origin }: LeakOrigin,
  response: LeakResponse,
): Promise<PlannedChange<unknown>> {
  const key = await findKey(deps.directory, account.accountId, keyId);
  const at = deps.clock();
  const secret = key.secrets.find((one) => one.hash === hash && (one.expiresAt ?? Number.POSITIVE_INFINITY) > at);
  if (!secret || key.state === 'revoked') return unchanged;
  const details = { secret: secret.firstCharacters, ...found };
  if (response === 'revoke') return planRevocation(deps, account, key, { by: origin.by, details });
  if (secret.leakedAt !== undefined && !isDue(key.leakReportedAt, at)) return unchanged;
  return planKeyReport(key, hash, details, at);
}

/** Marks the secret, until it ends, for the dashboard's banner. Of several secrets of a key, one row an hour is enough. */
function planKeyReport(
  key: Key,
  hash: string,
  after: Readonly<Record<string, string>>,
  at: EpochMs,
): PlannedChange<unknown> {
  const secrets = key.secrets.map((one) => (one.hash === hash ? { ...one, leakedAt: one.leakedAt ?? at } : one));
  if (!isDue(key.leakReportedAt, at)) return { change: { writes: [setKeyAttributes(key, { secrets })] }, result: key };
  const writes = [setKeyAttributes(key, { secrets, leakReportedAt: at })];
  return { change: { activity: { action: 'key_leak_reported', key, after }, writes }, result: key };
}

async function planForToken(
  { directory, clock }: LeakDeps,
  { accountId }: Account,
  tokenId: string,
  { found = {} }: LeakOrigin,
  response: LeakResponse,
): Promise<PlannedChange<unknown>> {
  const token: AccountToken = await findToken(directory, accountId, tokenId);
  const at = clock();
  if (!isUsable(token, at)) return unchanged;
  if (response === 'revoke') return planTokenRevocation(token, at, found);
  return isDue(token.leakReportedAt, at) ? planTokenReport(token, at, found) : unchanged;
}
