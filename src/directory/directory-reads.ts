import * as v from 'valibot';
import type { Directory } from '../table/directory-table.ts';
import {
  type Account,
  accountItemKey,
  accountItemSchema,
  type Key,
  keyItemKey,
  keyItemPrefix,
  keyItemSchema,
} from './directory-items.ts';

/** @throws {AccountNotFoundError} */
export async function findAccount(directory: Directory, accountId: string): Promise<Account> {
  const item = await directory.get(accountItemKey(accountId));
  if (!item) throw new AccountNotFoundError(accountId);
  return v.parse(accountItemSchema, item);
}

/** No account has that id. */
export class AccountNotFoundError extends Error {
  override readonly name = 'AccountNotFoundError';
  readonly code = 'account_not_found';

  constructor(accountId: string) {
    super(`There is no account ${accountId}.`);
  }
}

/** The account has no key with that id. */
export class KeyNotFoundError extends Error {
  override readonly name = 'KeyNotFoundError';
  readonly code = 'key_not_found';

  constructor(keyId: string) {
    super(`There is no key ${keyId}.`);
  }
}

/** A key is revoked, which is final: it can be neither renamed nor rotated. */
export class KeyRevokedError extends Error {
  override readonly name = 'KeyRevokedError';
  readonly code = 'key_revoked';

  constructor(keyId: string) {
    super(`Key ${keyId} is revoked and cannot be changed any more. Create a new one.`);
  }
}

/**
 * A key of the account; another account's key is not found.
 * @throws {KeyNotFoundError}
 */
export async function findKey(directory: Directory, accountId: string, keyId: string): Promise<Key> {
  const item = await directory.get(keyItemKey(accountId, keyId));
  if (!item) throw new KeyNotFoundError(keyId);
  return v.parse(keyItemSchema, item);
}

/**
 * A key of the account that can still be changed.
 * @throws {KeyNotFoundError} @throws {KeyRevokedError}
 */
export async function findActiveKey(directory: Directory, accountId: string, keyId: string): Promise<Key> {
  const key = await findKey(directory, accountId, keyId);
  if (key.state === 'revoked') throw new KeyRevokedError(keyId);
  return key;
}

/** Every key of an account, the revoked ones too, oldest first (their ids sort by time). Reads them all. */
export async function listKeys(directory: Directory, accountId: string): Promise<Key[]> {
  const keys: Key[] = [];
  for await (const item of directory.query(accountItemKey(accountId).pk, keyItemPrefix)) {
    keys.push(v.parse(keyItemSchema, item));
  }
  return keys;
}

/** The ids of an account's active keys, oldest first: those that count against its plan. */
export async function activeKeyIds(directory: Directory, account: Account): Promise<readonly string[]> {
  const { accountId, version, activeKeys } = account;
  if (activeKeys?.version === version) return activeKeys.ids;
  return (await listKeys(directory, accountId)).filter(isActive).map(({ keyId }) => keyId);
}

/**
 * An account's active keys, oldest first, at one read for each.
 * @param ids some of them; by default all
 */
export async function listActiveKeys(directory: Directory, account: Account, ids?: readonly string[]): Promise<Key[]> {
  const chosen = ids ?? (await activeKeyIds(directory, account));
  const items = await Promise.all(chosen.map((keyId) => directory.get(keyItemKey(account.accountId, keyId))));
  // One may have been revoked since the account was read.
  return items.flatMap((item) => (item ? [v.parse(keyItemSchema, item)] : [])).filter(isActive);
}

const isActive = ({ state }: Key): boolean => state === 'active';

/** Above any character of a key's id. */
const afterAllIds = '~';

/**
 * Revoked keys of an account, newest first.
 * @param limit the most of them; the few active keys that lie between are read too
 * @param before a key's id: only older keys are listed
 */
export async function listRevokedKeys(
  directory: Directory,
  accountId: string,
  limit: number,
  before = afterAllIds,
): Promise<Key[]> {
  const { pk } = accountItemKey(accountId);
  const range = {
    pk,
    from: keyItemPrefix,
    to: keyItemKey(accountId, before).sk,
    descending: true,
    pageSize: limit + 1,
  };
  const keys: Key[] = [];
  for await (const item of directory.queryRange(range)) {
    const key = v.parse(keyItemSchema, item);
    if (isActive(key) || key.keyId === before) continue;
    keys.push(key);
    if (keys.length === limit) break;
  }
  return keys;
}
