import { type ChangeDeps, type ChangeRequest, changeAccount, nextVersion } from '../directory/change-account.ts';
import type { FreedSlot, Key } from '../directory/directory-items.ts';
import { findActiveKey, findKey } from '../directory/directory-reads.ts';
import { parseKeyName } from './key-name.ts';
import { slotsFreedToday } from './key-slots.ts';
import { setKeyAttributes, setSecretAttributes } from './key-writes.ts';

/** @throws {KeyNameError} @throws {KeyNotFoundError} @throws {KeyRevokedError} @throws see {@link changeAccount} */
export async function renameKey(deps: ChangeDeps, request: ChangeRequest, keyId: string, name: string): Promise<Key> {
  const { directory } = deps;
  const parsedName = parseKeyName(name);
  return changeAccount(deps, request, {
    decide: async ({ accountId }) => {
      const key = await findActiveKey(directory, accountId, keyId);
      if (key.name === parsedName) return { result: key };
      const activity = {
        action: 'key_renamed' as const,
        key: { keyId, name: parsedName },
        before: { name: key.name },
        after: { name: parsedName },
      };
      const writes = [setKeyAttributes(key, { name: parsedName })];
      return { change: { activity, writes }, result: { ...key, name: parsedName } };
    },
    repeat: ({ accountId }) => findKey(directory, accountId, keyId),
  });
}

/** The key's secrets are refused from the next request. @throws {KeyNotFoundError} @throws see {@link changeAccount} */
export function revokeKey(deps: ChangeDeps, request: ChangeRequest, keyId: string): Promise<Key> {
  const { directory, clock } = deps;
  return changeAccount(deps, request, {
    decide: async (account) => {
      const key = await findKey(directory, account.accountId, keyId);
      if (key.state === 'revoked') return { result: key };
      const keyIds = account.activeKeys.ids.filter((id) => id !== keyId);
      const at = clock();
      const { startedWith } = key;
      const slot: FreedSlot = { keyId, revokedAt: at, ...(startedWith && { startedWith }) };
      const freedSlots = [...slotsFreedToday(account.freedSlots, at), slot];
      const writes = [
        setKeyAttributes(key, { state: 'revoked' }),
        ...key.secrets.map(({ hash }) => setSecretAttributes(hash, { state: 'revoked' })),
      ];
      const next = nextVersion(account, { keyIds, freedSlots });
      const result = { ...key, state: 'revoked' as const };
      return { change: { activity: { action: 'key_revoked', key }, account: next, writes }, result };
    },
    repeat: ({ accountId }) => findKey(directory, accountId, keyId),
  });
}
