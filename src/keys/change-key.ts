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

/**
 * Gives a key another name, as {@link parseKeyName} keeps it.
 * @throws {KeyNameError} @throws {KeyNotFoundError} @throws {KeyRevokedError}
 * @throws {AccountNotFoundError} @throws {AccountBusyError}
 */
export async function renameKey(directory: Directory, accountId: string, keyId: string, name: string): Promise<Key> {
  const parsedName = parseKeyName(name);
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

const maxGraceHours = 168;

/** A rotated key, and its new secret: the only time that it is to be had. */
export type RotatedKey = { readonly key: Key; readonly secret: string };

/**
 * Gives a key a new secret. The one it had works for `graceHours` more; with 0 it is refused from the next request on,
 * and so is, in any case, one that was living out the grace of an earlier rotation: a key has at most two that work.
 * The key keeps its slot, and what it started with.
 * @param graceHours a whole number from 0 to 168
 * @throws {GraceError} @throws {KeyNotFoundError} @throws {KeyRevokedError}
 * @throws {AccountNotFoundError} @throws {AccountBusyError}
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

/** @param expiresAt until when the newest secret so far goes on working; undefined ends it now */
function rotation(account: Account, key: Key, expiresAt: number | undefined): PlannedChange<RotatedKey> {
  const { secret, kept, write } = createSecret(account, key.keyId, key.startedWith);
  const staying = expiresAt === undefined ? [] : key.secrets.slice(0, 1).map((old) => ({ ...old, expiresAt }));
  const leaving = key.secrets.slice(staying.length);
  const secrets = [kept, ...staying];
  const keyWrite: DirectoryWrite = {
    key: keyItemKey(key.accountId, key.keyId),
    update: 'SET #secrets = :secrets',
    condition: 'attribute_exists(pk)',
    names: { '#secrets': 'secrets' },
    values: { ':secrets': secrets },
  };
  const secretWrites = [
    ...staying.map(({ hash }) => secretUpdate(hash, 'expiresAt', expiresAt)),
    ...leaving.map(({ hash }) => secretUpdate(hash, 'state', 'ended')),
  ];
  return { writes: [keyWrite, write, ...secretWrites], result: { key: { ...key, secrets }, secret } };
}

const secretUpdate = <Name extends 'expiresAt' | 'state'>(
  hash: string,
  name: Name,
  value: SecretItem[Name],
): DirectoryWrite => ({
  key: secretItemKey(hash),
  update: 'SET #name = :value',
  condition: 'attribute_exists(pk)',
  names: { '#name': name },
  values: { ':value': value },
});

/** A rotation's grace is not a whole number of hours from 0 to 168. */
export class GraceError extends Error {
  override readonly name = 'GraceError';
  readonly code = 'invalid_grace';

  constructor() {
    super('The grace of a rotation is a whole number of hours from 0 to 168.');
  }
}

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
    const freedSlots = [...slotsFreedToday(account.freedSlots, at), slot];
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
