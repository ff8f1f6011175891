import { changeAccount, nextVersion } from '../accounts/change-account.ts';
import type { Clock } from '../clock.ts';
import type { Directory, DirectoryWrite } from '../table/directory.ts';
import { type Key, keyItemKey, secretItemKey } from './directory.ts';
import { findKey } from './find.ts';
import { type FreedSlot, freedToday } from './slots.ts';

/**
 * Revokes a key for good, with all its secrets: each is refused from the next request on. The key stays listed. Revoking
 * it again changes nothing.
 * @throws {KeyNotFoundError} @throws {AccountNotFoundError} @throws {AccountBusyError}
 */
export function revokeKey(directory: Directory, accountId: string, keyId: string, clock: Clock): Promise<Key> {
  return changeAccount(directory, accountId, async (account) => {
    const key = await findKey(directory, accountId, keyId);
    if (key.state === 'revoked') return { writes: [], result: key };
    const keyIds = account.activeKeys.ids.filter((id) => id !== keyId);
    const result = { ...key, state: 'revoked' as const };
    const at = clock();
    const { startedWith } = key;
    const slot: FreedSlot = { keyId, revokedAt: at, ...(startedWith && { startedWith }) };
    const freedSlots = [...freedToday(account.freedSlots, at), slot];
    return { account: nextVersion(account, { keyIds, freedSlots }), writes: revocations(key), result };
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
