import type { Account } from '../accounts/account.ts';
import type { DirectoryWrite } from '../table/directory.ts';
import { type Key, type SecretItem, secretItemKey, secretPlan } from './directory.ts';
import { firstCharactersOf, hashSecret, mintSecret } from './secret.ts';
import type { StartedWith } from './started-with.ts';

/** A secret that is to be shown, what its key keeps of it, and the write that makes it known to the authorizer. */
export type NewSecret = {
  readonly secret: string;
  readonly kept: Key['secrets'][number];
  readonly write: DirectoryWrite;
};

/** Mints a secret for a key of the account. */
export function newSecret(account: Account, keyId: string, startedWith?: StartedWith): NewSecret {
  const secret = mintSecret();
  const hash = hashSecret(secret);
  const { accountId } = account;
  const plan = secretPlan(account);
  const item: SecretItem = { keyId, accountId, ...plan, state: 'active', ...(startedWith && { startedWith }) };
  return {
    secret,
    kept: { hash, firstCharacters: firstCharactersOf(secret) },
    write: { put: { ...secretItemKey(hash), ...item }, condition: 'attribute_not_exists(pk)' },
  };
}
