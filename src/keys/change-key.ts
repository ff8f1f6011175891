import type { Activity, ChangeOrigin } from '../directory/activity.ts';
import {
  type ChangeDeps,
  type ChangeRequest,
  changeAccount,
  nextVersion,
  type PlannedChange,
} from '../directory/change-account.ts';
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
export function revokeKey(deps: ChangeDeps & KeyRevocationDeps, request: ChangeRequest, keyId: string): Promise<Key> {
  const { directory } = deps;
  return changeAccount(deps, request, {
    decide: async (account) =>
      planRevocation(deps, account, await findKey(directory, account.accountId, keyId), request.origin),
    repeat: ({ accountId }) => findKey(directory, accountId, keyId),
  });
}

export type KeyRevocationDeps = {
  readonly directory: ChangeDeps['directory'];
  readonly clock: ChangeDeps['clock'];
  readonly plans: Plans;
};

/**
 * The change that revokes a key; none if it is revoked.
 * @param by who revokes it, which the key keeps
 * @param details of the activity
 */
export async function planRevocation(
  { directory, clock, plans }: KeyRevocationDeps,
  account: Account,
  key: Key,
  { by, token, details }: Pick<ChangeOrigin, 'by' | 'token'> & { readonly details?: Activity['after'] },
): Promise<PlannedChange<Key>> {
  if (key.state === 'revoked') return { result: key };
  const { keyId, startedWith } = key;
  const keyIds = account.activeKeys.filter((id) => id !== keyId);
  const at = clock();
  const slot: FreedSlot = { keyId, revokedAt: at, ...(startedWith && { startedWith }) };
  const freedSlots = [...slotsFreedToday(account.freedSlots, at), slot];
  const revoked = { at, by, ...(token && { tokenName: token.name }) };
  const attributes = { state: 'revoked' as const, revoked };
  const writes = [
    setKeyAttributes(key, attributes),
    ...key.secrets.map(({ hash }) => setSecretAttributes(hash, { state: 'revoked' })),
  ];
  const inactive = inactiveWithKeys(account, keyIds.length, plans);
  const next = nextVersion(account, { keyIds, freedSlots, inactive });
  if (inactive !== account.inactive) {
    writes.push(...setPlanOfKeys(await listActiveKeys(directory, account, keyIds), next));
  }
  const activity = { action: 'key_revoked' as const, key, ...(details && { after: details }) };
  return { change: { activity, account: next, writes }, result: { ...key, ...attributes } };
}

function inactiveWithKeys({ inactive, planId }: Account, keys: number, plans: Plans): Account['inactive'] {
  const fits = keys <= (plans.find(planId)?.keys ?? 0);
  return inactive === 'too_many_keys' && fits ? null : inactive;
}
