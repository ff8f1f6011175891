import { type ChangeDeps, type ChangeRequest, changeAccount } from '../directory/change-account.ts';
import type { Key } from '../directory/directory-items.ts';
import { findActiveKey, findKey } from '../directory/directory-reads.ts';
import { secretItemKey } from '../directory/secret-item.ts';
import { errorClass, fixedErrorClass } from '../error-class.ts';
import type { EpochMs } from '../time.ts';
import { setKeyAttributes, setSecretAttributes } from './key-writes.ts';
import { withEndedSecrets } from './rotate-key.ts';
import { secretIdOf } from './secret.ts';

class SecretOfKeyNotFoundError extends errorClass('SecretOfKeyNotFoundError', 'secret_of_key_not_found') {
  constructor(secretId: string) {
    super(`The key has no secret ${secretId}. GET the key for the ids of its secrets.`);
  }
}

class LastSecretError extends fixedErrorClass(
  'LastSecretError',
  'last_secret',
  'This is the only secret of the key that works. Rotate the key with graceHours 0 to replace it, or revoke the key.',
) {}

/**
 * Refuses one secret of a key from the next request; the key's other secret works as before. A secret that has ended stays
 * so, and nothing is changed.
 * @throws {SecretOfKeyNotFoundError} @throws {LastSecretError} @throws {KeyNotFoundError} @throws {KeyRevokedError}
 * @throws see {@link changeAccount}
 */
export function endSecret(deps: ChangeDeps, request: ChangeRequest, keyId: string, secretId: string): Promise<Key> {
  const { directory, clock } = deps;
  return changeAccount(deps, request, {
    decide: async ({ accountId }) => {
      const key = await findActiveKey(directory, accountId, keyId);
      if (key.endedSecrets.some((hash) => secretIdOf(hash) === secretId)) return { result: key };
      const secret = key.secrets.find(({ hash }) => secretIdOf(hash) === secretId);
      if (!secret) throw new SecretOfKeyNotFoundError(secretId);
      const others = key.secrets.filter(({ hash }) => hash !== secret.hash);
      if (!isWorking(secret, clock())) return { result: key };
      if (!others.some((other) => isWorking(other, clock()))) throw new LastSecretError();
      const { kept, dropped } = withEndedSecrets(key, [secret.hash]);
      const writes = [
        setKeyAttributes(key, { secrets: others, endedSecrets: kept }),
        setSecretAttributes(secret.hash, { state: 'ended' }),
        ...dropped.map((hash) => ({ delete: secretItemKey(hash) })),
      ];
      const activity = { action: 'secret_ended' as const, key, after: { secret: secret.firstCharacters } };
      return { change: { activity, writes }, result: { ...key, secrets: others, endedSecrets: kept } };
    },
    repeat: ({ accountId }) => findKey(directory, accountId, keyId),
  });
}

const isWorking = ({ expiresAt }: Key['secrets'][number], at: EpochMs): boolean =>
  expiresAt === undefined || expiresAt > at;
