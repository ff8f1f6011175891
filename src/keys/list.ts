import * as v from 'valibot';
import type { Directory } from '../table/directory.ts';
import { accountItemKey, type Key, keyItemPrefix, keySchema } from './directory.ts';

/** Every key of an account, the revoked ones too, oldest first (their ids sort by time). */
export async function listKeys(directory: Directory, accountId: string): Promise<Key[]> {
  const keys: Key[] = [];
  for await (const item of directory.query(accountItemKey(accountId).pk, keyItemPrefix)) {
    keys.push(v.parse(keySchema, item));
  }
  return keys;
}

/** The keys of an account that are not revoked, oldest first: those that count against its plan. */
export const listActiveKeys = async (directory: Directory, accountId: string): Promise<Key[]> =>
  (await listKeys(directory, accountId)).filter(({ state }) => state === 'active');
