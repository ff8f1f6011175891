import { changeAccount } from '../accounts/change-account.ts';
import type { Directory } from '../table/directory.ts';
import { type Key, keyItemKey } from './directory.ts';
import { findActiveKey } from './find.ts';
import { parseName } from './name.ts';

/**
 * Gives a key another name, as {@link parseName} keeps it.
 * @throws {KeyNameError} @throws {KeyNotFoundError} @throws {KeyRevokedError}
 * @throws {AccountNotFoundError} @throws {AccountBusyError}
 */
export async function renameKey(directory: Directory, accountId: string, keyId: string, name: string): Promise<Key> {
  const parsedName = parseName(name);
  return changeAccount(directory, accountId, async () => {
    const key = await findActiveKey(directory, accountId, keyId);
    if (key.name === parsedName) return { writes: [], result: key };
    const write = {
      key: keyItemKey(accountId, keyId),
      update: 'SET #name = :name',
      condition: 'attribute_exists(pk)',
      names: { '#name': 'name' },
      values: { ':name': parsedName },
    };
    return { writes: [write], result: { ...key, name: parsedName } };
  });
}
