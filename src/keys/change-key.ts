import { changeAccount, nextVersion, type PlannedChange } from '../directory/change-account.ts';
import {
  type Account,
  type FreedSlot,
  type Key,
  keyItemKey,
  type SecretItem,
  secretItemKey,
} from '../directory/directory-items.ts';
import { findActiveKey, findKey } from '../directory/directory-reads.ts';
import type { Directory, DirectoryWrite } from '../table/directory-table.ts';
import type { Clock } from '../time.ts';
import { parseKeyName } from './key-name.ts';
import { slotsFreedToday } from './key-slots.ts';
import { createSecret } from './secret.ts';

/** @throws {KeyNameError} @throws {KeyNotFoundError} @throws {KeyRevokedError} @throws see {@link changeAccount} */
export async function renameKey(directory: Directory, accountId: string, keyId: string, name: string): Promise<Key> {
  const parsedName = parseKeyName(name);
  return changeAccount(directory, accountId, async () => {
    const key = await findActiveKey(directory, accountId, keyId);
    if (key.name === parsedName) return { writes: [], result: key };
    const write = setAttribute(keyItemKey(accountId, keyId), 'name', parsedName);
    return { writes: [write], result: { ...key, name: parsedName } };
  });
}

const maxGraceHours = 168;

export class GraceError extends Error {
  override readonly name = 'GraceError';
  readonly code = 'invalid_grace';

  constructor() {
    super(`The grace period must be a whole number of hours from 0 to ${maxGraceHours}.`);
  }
}

/** A key and its new secret; only the secret's hash is stored. */
export type RotatedKey = { readonly key: Key; readonly secret: string };

/**
 * Gives a key a new secret. The previous one keeps working for the grace period. An older one, still in the grace period
 * of an earlier rotation, is refused from the next request: a key has at most two working secrets. The key keeps its slot.
 * @param graceHours a whole number from 0 to 168; 0 refuses the previous secret from the next request
 * @throws {GraceError} @throws {KeyNotFoundError} @throws {KeyRevokedError} @throws see {@link changeAccount}
 */
export async function rotateKey(
  directory: Directory,
  accountId: string,
  keyId: string,
  graceHours: number,
  clock: Clock,
): Promise<RotatedKey> {
  if (!Number.isInteger(graceHours) || graceHours < 0 || graceHours > maxGraceHours) throw new GraceError();
  return changeAccount(directory, accountId, async (account) => {
    const key = await findActiveKey(directory, accountId, keyId);
    return rotation(account, key, graceHours === 0 ? undefined : clock() + graceHours * 3_600_000);
  });
}

/** @param expiresAt end of the grace period; undefined if there is none */
function rotation(account: Account, key: Key, expiresAt: number | undefined): PlannedChange<RotatedKey> {
  const { secret, keyEntry, write } = createSecret(account, key.keyId, key.startedWith);
  const expiring = expiresAt === undefined ? [] : key.secrets.slice(0, 1).map((old) => ({ ...old, expiresAt }));
  const ended = key.secrets.slice(expiring.length);
  const secrets = [keyEntry, ...expiring];
  const writes = [
    setAttribute(keyItemKey(key.accountId, key.keyId), 'secrets', secrets),
    write,
    ...expiring.map(({ hash }) => setSecretAttribute(hash, 'expiresAt', expiresAt)),
    ...ended.map(({ hash }) => setSecretAttribute(hash, 'state', 'ended')),
  ];
  return { writes, result: { key: { ...key, secrets }, secret } };
}

/** The key's secrets are refused from the next request. @throws {KeyNotFoundError} @throws see {@link changeAccount} */
export function revokeKey(directory: Directory, accountId: string, keyId: string, clock: Clock): Promise<Key> {
  return changeAccount(directory, accountId, async (account) => {
    const key = await findKey(directory, accountId, keyId);
    if (key.state === 'revoked') return { writes: [], result: key };
    const keyIds = account.activeKeys.ids.filter((id) => id !== keyId);
    const at = clock();
    const { startedWith } = key;
    const slot: FreedSlot = { keyId, revokedAt: at, ...(startedWith && { startedWith }) };
    const freedSlots = [...slotsFreedToday(account.freedSlots, at), slot];
    const writes = [
      setAttribute(keyItemKey(accountId, keyId), 'state', 'revoked'),
      ...key.secrets.map(({ hash }) => setSecretAttribute(hash, 'state', 'revoked')),
    ];
    const result = { ...key, state: 'revoked' as const };
    return { account: nextVersion(account, { keyIds, freedSlots }), writes, result };
  });
}

const setSecretAttribute = <Name extends 'expiresAt' | 'state'>(hash: string, name: Name, value: SecretItem[Name]) =>
  setAttribute(secretItemKey(hash), name, value);

const setAttribute = (key: Record<string, unknown>, name: string, value: unknown): DirectoryWrite => ({
  key,
  update: 'SET #name = :value',
  condition: 'attribute_exists(pk)',
  names: { '#name': name },
  values: { ':value': value },
});
