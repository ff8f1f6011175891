import * as v from 'valibot';
import { errorClass, fixedErrorClass } from '../error-class.ts';
import { concurrently } from '../runtime/concurrently.ts';
import type { Directory } from '../table/directory-table.ts';
import type { ItemTable } from '../table/item-table.ts';
import {
  type Account,
  accountItemKey,
  accountItemSchema,
  isTombstone,
  type Key,
  keyItemKey,
  keyItemPrefix,
  keyItemSchema,
} from './directory-items.ts';

export class AccountNotFoundError extends errorClass('AccountNotFoundError', 'account_not_found') {
  constructor(accountId: string) {
    super(`The account ${accountId} does not exist.`);
  }
}

/** The account is deleted, or its deletion has begun. The message is public. */
export class AccountDeletedError extends fixedErrorClass(
  'AccountDeletedError',
  'account_deleted',
  'This account is deleted. To use the gateway again, sign up again: that creates a new account.',
) {}

class KeyNotFoundError extends errorClass('KeyNotFoundError', 'key_not_found') {
  constructor(keyId: string) {
    super(`The key ${keyId} does not exist.`);
  }
}

class KeyRevokedError extends errorClass('KeyRevokedError', 'key_revoked') {
  constructor(keyId: string) {
    super(`The key ${keyId} is revoked and cannot be changed. Create a new key.`);
  }
}

/** @throws {AccountNotFoundError} @throws {AccountDeletedError} also if the deletion has only begun */
export async function findAccount(directory: Directory, accountId: string): Promise<Account> {
  const item = await directory.get(accountItemKey(accountId));
  if (!item) throw new AccountNotFoundError(accountId);
  if (item.state === 'deleting' || isTombstone(item)) throw new AccountDeletedError();
  return v.parse(accountItemSchema, item);
}

/** An account whose deletion has begun and is not finished. */
export async function findDeletingAccount(directory: ItemTable, accountId: string): Promise<Account | undefined> {
  const item = await directory.get(accountItemKey(accountId));
  return item?.state === 'deleting' ? v.parse(accountItemSchema, item) : undefined;
}

/** @throws {KeyNotFoundError} also for a key of another account */
export async function findKey(directory: Directory, accountId: string, keyId: string): Promise<Key> {
  const item = await directory.get(keyItemKey(accountId, keyId));
  if (!item) throw new KeyNotFoundError(keyId);
  return v.parse(keyItemSchema, item);
}

/** The account's keys among `keyIds`, by id. */
export async function findKeys(
  directory: Directory,
  accountId: string,
  keyIds: readonly string[],
): Promise<Map<string, Key>> {
  const keys = new Map<string, Key>();
  await concurrently(keyIds, async (keyId) => {
    const item = await directory.get(keyItemKey(accountId, keyId));
    if (item) keys.set(keyId, v.parse(keyItemSchema, item));
  });
  return keys;
}

/** @throws {KeyNotFoundError} @throws {KeyRevokedError} */
export async function findActiveKey(directory: Directory, accountId: string, keyId: string): Promise<Key> {
  const key = await findKey(directory, accountId, keyId);
  if (!isActive(key)) throw new KeyRevokedError(keyId);
  return key;
}

/** All keys of an account, including revoked ones, oldest first: key ids sort by creation time. */
export async function listKeys(directory: Directory, accountId: string): Promise<Key[]> {
  const keys: Key[] = [];
  for await (const item of directory.query(accountItemKey(accountId).pk, keyItemPrefix)) {
    keys.push(v.parse(keyItemSchema, item));
  }
  return keys;
}

/** Active keys, oldest first, with one read per key. @param ids some of the active keys; default: all */
export async function listActiveKeys(
  directory: Directory,
  { accountId, activeKeys }: Account,
  ids: readonly string[] = activeKeys,
): Promise<Key[]> {
  const items = await Promise.all(ids.map((keyId) => directory.get(keyItemKey(accountId, keyId))));
  // A key may have been revoked since the account was read.
  return items.flatMap((item) => (item ? [v.parse(keyItemSchema, item)] : [])).filter(isActive);
}

const isActive = ({ state }: Key): boolean => state === 'active';

/** Sorts after every key id. */
const afterAllIds = '~';

/** Revoked keys, newest first, only those older than the key `before`. Active keys between them are read, too. */
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
