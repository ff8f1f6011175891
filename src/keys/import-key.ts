import { type ChangeRequest, changeAccount, type PlannedChange } from '../directory/change-account.ts';
import type { Account, Key } from '../directory/directory-items.ts';
import { findKey } from '../directory/directory-reads.ts';
import { readSecretItem, secretItemKey } from '../directory/secret-item.ts';
import { fixedErrorClass } from '../error-class.ts';
import { type KeyCreationDeps, newKey } from './create-key.ts';
import { parseKeyName } from './key-name.ts';
import { storeSecret } from './secret.ts';

class ImportedElsewhereError extends fixedErrorClass(
  'ImportedElsewhereError',
  'imported_elsewhere',
  'Another account has a key with this secret.',
) {}

/** A key that exists elsewhere. Its secret is known by its SHA-256 (hexadecimal) only. */
export type ForeignKey = { readonly name: string; readonly hash: string; readonly firstCharacters: string };

/**
 * Gives an account a key whose clients keep their secret. A repetition changes nothing, also if the key was renamed,
 * rotated or revoked since. While the setting `importedKeys` is off, such a secret is refused.
 * @throws see {@link planImport} @throws see {@link changeAccount}
 */
export const importKey = (
  deps: KeyCreationDeps,
  request: Omit<ChangeRequest, 'idempotency'>,
  key: ForeignKey,
): Promise<ImportedKey> =>
  changeAccount(deps, request, {
    decide: (account) => planImport(deps, account, key),
    // The secret already makes it repeatable.
    repeat: () => Promise.reject(new Error('importKey takes no Idempotency-Key.')),
  });

type ImportedKey = { readonly key: Key; readonly isNew: boolean };

/** @throws {ImportedElsewhereError} @throws {KeyNameError} @throws {NoActivePlanError} @throws {KeyLimitError} */
export async function planImport(
  deps: KeyCreationDeps,
  account: Account,
  { name, hash, firstCharacters }: ForeignKey,
): Promise<PlannedChange<ImportedKey>> {
  const parsedName = parseKeyName(name);
  const item = await deps.directory.get(secretItemKey(hash));
  if (item) {
    const { accountId, keyId } = readSecretItem(item);
    if (accountId !== account.accountId) throw new ImportedElsewhereError();
    return { result: { key: await findKey(deps.directory, accountId, keyId), isNew: false } };
  }
  const { change, result } = await newKey(account, parsedName, deps, (keyId, startedWith) => ({
    secret: null,
    ...storeSecret(account, keyId, { hash, firstCharacters }, startedWith),
  }));
  return { ...(change && { change }), result: { key: result.key, isNew: true } };
}
