import type { Account } from '../accounts/account.ts';
import { type Change, changeAccount } from '../accounts/change-account.ts';
import type { Clock } from '../clock.ts';
import type { Directory, DirectoryWrite } from '../table/directory.ts';
import { type Key, keyItemKey, type SecretItem, secretItemKey } from './directory.ts';
import { GraceError } from './errors.ts';
import { findActiveKey } from './find.ts';
import { newSecret } from './new-secret.ts';

const mostHours = 168;

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
  if (!Number.isInteger(graceHours) || graceHours < 0 || graceHours > mostHours) throw new GraceError();
  return changeAccount(directory, accountId, async (account) => {
    const key = await findActiveKey(directory, accountId, keyId);
    return rotation(account, key, graceHours === 0 ? undefined : clock() + graceHours * 3_600_000);
  });
}

/** @param expiresAt until when the newest secret so far goes on working; undefined ends it now */
function rotation(account: Account, key: Key, expiresAt: number | undefined): Change<RotatedKey> {
  const { secret, kept, write } = newSecret(account, key.keyId, key.startedWith);
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
