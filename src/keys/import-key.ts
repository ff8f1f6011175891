import * as v from 'valibot';
import { type ChangeRequest, changeAccount } from '../directory/change-account.ts';
import type { Key } from '../directory/directory-items.ts';
import { findKey } from '../directory/directory-reads.ts';
import { secretItemKey, secretItemSchema } from '../directory/secret-item.ts';
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
 * @throws {ImportedElsewhereError} @throws {KeyNameError} @throws {NoActivePlanError} @throws {KeyLimitError}
 * @throws see {@link changeAccount}
 */
export function importKey(
  deps: KeyCreationDeps,
  request: Omit<ChangeRequest, 'idempotency'>,
  { name, hash, firstCharacters }: ForeignKey,
): Promise<{ readonly key: Key; readonly isNew: boolean }> {
  const { directory } = deps;
  const parsedName = parseKeyName(name);
  return changeAccount(deps, request, {
    decide: async (account) => {
      const { accountId } = account;
      const item = await directory.get(secretItemKey(hash));
      if (item) {
        const stored = v.parse(secretItemSchema, item);
        if (stored.accountId !== accountId) throw new ImportedElsewhereError();
        return { result: { key: await findKey(directory, accountId, stored.keyId), isNew: false } };
      }
      const { change, result } = await newKey(account, parsedName, deps, (keyId, startedWith) => ({
        secret: null,
        ...storeSecret(account, keyId, { hash, firstCharacters }, startedWith),
      }));
      return { ...(change && { change }), result: { key: result.key, isNew: true } };
    },
    // The secret already makes it repeatable.
    repeat: () => Promise.reject(new Error('importKey takes no Idempotency-Key.')),
  });
}
