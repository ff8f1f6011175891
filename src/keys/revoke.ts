import { changeAccount } from '../accounts/change-account.ts';
import type { Directory, DirectoryWrite } from '../table/directory.ts';
import { type Key, keyItemKey, secretItemKey } from './directory.ts';
import { KeyNotFoundError } from './errors.ts';
import { listKeys } from './list.ts';

/**
 * Revokes a key for good, with all its secrets: each is refused from the next request on. Revoking it again changes
 * nothing.
 * @throws {KeyNotFoundError} @throws {AccountNotFoundError} @throws {AccountBusyError}
 */
export function revokeKey(directory: Directory, accountId: string, keyId: string): Promise<void> {
  return changeAccount(directory, accountId, async () => {
    const key = (await listKeys(directory, accountId)).find((candidate) => candidate.keyId === keyId);
    if (!key) throw new KeyNotFoundError(keyId);
    return { writes: key.state === 'revoked' ? [] : revocations(key), result: undefined };
  });
}

const revocations = (key: Key): DirectoryWrite[] =>
  [keyItemKey(key.accountId, key.keyId), ...key.secrets.map(({ hash }) => secretItemKey(hash))].map((itemKey) => ({
    key: itemKey,
    update: 'SET #state = :revoked',
    condition: 'attribute_exists(pk)',
    names: { '#state': 'state' },
    values: { ':revoked': 'revoked' },
  }));
