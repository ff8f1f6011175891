import { type ChangeDeps, type ChangeRequest, changeAccount, nextVersion } from '../directory/change-account.ts';
import type { Account, FreedSlot, Key } from '../directory/directory-items.ts';
import { findActiveKey, findKey, listActiveKeys } from '../directory/directory-reads.ts';
import type { Plans } from '../plans.ts';
import { parseKeyName } from './key-name.ts';
import { slotsFreedToday } from './key-slots.ts';
import { setKeyAttributes, setPlanOfKeys, setSecretAttributes } from './key-writes.ts';

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

/**
 * The key's secrets are refused from the next request. An account without an active plan because of too many keys has its
 * plan again as soon as the keys fit. @throws {KeyNotFoundError} @throws see {@link changeAccount}
 */
export function revokeKey(
  deps: ChangeDeps & { readonly plans: Plans },
  request: ChangeRequest,
  keyId: string,
): Promise<Key> {
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
      const inactive = inactiveWithKeys(account, keyIds.length, deps.plans);
      const next = nextVersion(account, { keyIds, freedSlots, inactive });
      if (inactive !== account.inactive) {
        writes.push(...setPlanOfKeys(await listActiveKeys(directory, account, keyIds), next));
      }
      const result = { ...key, state: 'revoked' as const };
      return { change: { activity: { action: 'key_revoked', key }, account: next, writes }, result };
    },
    repeat: ({ accountId }) => findKey(directory, accountId, keyId),
  });
}

function inactiveWithKeys({ inactive, planId }: Account, keys: number, plans: Plans): Account['inactive'] {
  const fits = keys <= (plans.find(planId)?.keys ?? 0);
  return inactive === 'too_many_keys' && fits ? null : inactive;
}
