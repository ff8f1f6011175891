import { type Account, type Key, keyItemKey } from '../directory/directory-items.ts';
import { type SecretItem, secretItemKey, secretPlanFields } from '../directory/secret-item.ts';
import type { DirectoryWrite } from '../table/directory-table.ts';

/** Single writes of a transaction that changes a key. */
export const setKeyAttributes = (
  { accountId, keyId }: Pick<Key, 'accountId' | 'keyId'>,
  attributes: Partial<Pick<Key, 'name' | 'state' | 'secrets' | 'endedSecrets' | 'revoked' | 'leakReportedAt'>>,
): DirectoryWrite => setAttributes(keyItemKey(accountId, keyId), attributes);

export const setSecretAttributes = (
  hash: string,
  attributes: Partial<Pick<SecretItem, 'expiresAt' | 'state'>>,
): DirectoryWrite => setAttributes(secretItemKey(hash), attributes);

/** Writes the account's plan to every secret of the keys, for a transaction that changes the plan. */
export const setPlanOfKeys = (keys: readonly Key[], account: Account): DirectoryWrite[] =>
  keys.flatMap(({ secrets }) =>
    secrets.map(({ hash }) => setAttributes(secretItemKey(hash), secretPlanFields(account))),
  );

/** Sets attributes of an item that exists. */
export function setAttributes(key: Record<string, unknown>, attributes: Record<string, unknown>): DirectoryWrite {
  const names = Object.keys(attributes);
  return {
    key,
    update: `SET ${names.map((name) => `#${name} = :${name}`).join(', ')}`,
    condition: 'attribute_exists(pk)',
    names: Object.fromEntries(names.map((name) => [`#${name}`, name])),
    values: Object.fromEntries(names.map((name) => [`:${name}`, attributes[name]])),
  };
}
