import * as v from 'valibot';
import type { Directory } from '../table/directory.ts';
import { type Key, keyItemKey, keySchema } from './directory.ts';
import { KeyNotFoundError, KeyRevokedError } from './errors.ts';

/**
 * A key of the account; another account's key is not found.
 * @throws {KeyNotFoundError}
 */
export async function findKey(directory: Directory, accountId: string, keyId: string): Promise<Key> {
  const item = await directory.get(keyItemKey(accountId, keyId));
  if (!item) throw new KeyNotFoundError(keyId);
  return v.parse(keySchema, item);
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
