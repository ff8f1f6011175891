import { ulid } from 'ulid';
import type { Account } from '../accounts/account.ts';
import { type Change, changeAccount } from '../accounts/change-account.ts';
import type { Clock } from '../clock.ts';
import { findPlan } from '../plans/plans.ts';
import type { Directory, DirectoryWrite } from '../table/directory.ts';
import { type Key, keyItemKey, type SecretItem, secretItemKey } from './directory.ts';
import { KeyLimitError, KeyNameError } from './errors.ts';
import { listKeys } from './list.ts';
import { firstCharactersOf, hashSecret, mintSecret } from './secret.ts';

/** A key, and its secret: the only time that it is to be had. */
export type CreatedKey = { readonly key: Key; readonly secret: string };

const absent = 'attribute_not_exists(pk)';

/**
 * Makes a key of an account.
 * @throws {KeyNameError} @throws {KeyLimitError} @throws {AccountNotFoundError} @throws {AccountBusyError}
 */
export async function createKey(
  directory: Directory,
  accountId: string,
  name: string,
  clock: Clock,
): Promise<CreatedKey> {
  const trimmed = checkName(name);
  return changeAccount(directory, accountId, async (account) => {
    requireRoom(account, await listKeys(directory, accountId));
    return newKey(account, trimmed, clock());
  });
}

/**
 * The account's active key of that name, made if there is none; its secret only when it was made now. Two calls at once
 * make one key.
 * @throws as {@link createKey}
 */
export async function ensureKey(
  directory: Directory,
  accountId: string,
  name: string,
  clock: Clock,
): Promise<Omit<CreatedKey, 'secret'> & { readonly secret?: string }> {
  const trimmed = checkName(name);
  return changeAccount<{ key: Key; secret?: string }>(directory, accountId, async (account) => {
    const keys = await listKeys(directory, accountId);
    const key = keys.find((known) => known.name === trimmed && known.state === 'active');
    if (key) return { writes: [], result: { key } };
    requireRoom(account, keys);
    return newKey(account, trimmed, clock());
  });
}

function checkName(name: string): string {
  const trimmed = name.trim();
  if (trimmed.length < 1 || trimmed.length > 64) throw new KeyNameError();
  return trimmed;
}

function requireRoom(account: Account, keys: readonly Key[]): void {
  const allowed = findPlan(account.planId)?.keys ?? 0;
  const active = keys.filter(({ state }) => state === 'active').length;
  if (active >= allowed) throw new KeyLimitError(account.planId, allowed);
}

function newKey(account: Account, name: string, at: number): Change<CreatedKey> {
  const secret = mintSecret();
  const hash = hashSecret(secret);
  const { accountId, planId } = account;
  const key: Key = {
    keyId: `key_${ulid(at)}`,
    accountId,
    name,
    state: 'active',
    createdAt: at,
    secrets: [{ hash, firstCharacters: firstCharactersOf(secret) }],
  };
  const planState = account.state === 'active' ? 'active' : 'inactive';
  const secretItem: SecretItem = { keyId: key.keyId, accountId, planId, planState, state: 'active' };
  const writes: DirectoryWrite[] = [
    { put: { ...keyItemKey(accountId, key.keyId), ...key }, condition: absent },
    { put: { ...secretItemKey(hash), ...secretItem }, condition: absent },
  ];
  return { writes, result: { key, secret } };
}
