import * as v from 'valibot';
import type { Account } from '../accounts/account.ts';
import type { Directory } from '../table/directory.ts';
import { accountItemKey, type Key, keyItemKey, keyItemPrefix, keySchema } from './directory.ts';

/** Every key of an account, the revoked ones too, oldest first (their ids sort by time). Reads them all. */
export async function listKeys(directory: Directory, accountId: string): Promise<Key[]> {
  const keys: Key[] = [];
  for await (const item of directory.query(accountItemKey(accountId).pk, keyItemPrefix)) {
    keys.push(v.parse(keySchema, item));
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
  return items.flatMap((item) => (item ? [v.parse(keySchema, item)] : [])).filter(isActive);
}

const isActive = ({ state }: Key): boolean => state === 'active';

/** Above any character of a key's id. */
const highest = '~';

/**
 * Revoked keys of an account, newest first.
 * @param limit the most of them; the few active keys that lie between are read too
 * @param before a key's id: only older keys are listed
 */
export async function listRevokedKeys(
  directory: Directory,
  accountId: string,
  limit: number,
  before = highest,
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
    const key = v.parse(keySchema, item);
    if (isActive(key) || key.keyId === before) continue;
    keys.push(key);
    if (keys.length === limit) break;
  }
  return keys;
}
