import { readSecretItem, type SecretItem, secretItemKey } from '../directory/secret-item.ts';
import { errorClass } from '../error-class.ts';
import type { ItemTable } from '../table/item-table.ts';
import { canBeImported, firstCharactersOf, hashSecret, isWellFormedSecret } from './secret.ts';

/** No key has this secret. The message never shows it. */
class SecretNotFoundError extends errorClass('SecretNotFoundError', 'secret_not_found') {}

/** A stored secret; `hash` says which of its key's secrets it is. */
export type FoundSecret = SecretItem & { readonly hash: string };

const malformed =
  'This is not a secret of this gateway: its form or its checksum is wrong. It may have been copied in part.';

/** @throws {SecretNotFoundError} */
export async function findSecret(directory: ItemTable, secret: string): Promise<FoundSecret> {
  const isWellFormed = isWellFormedSecret(secret);
  // Imported secrets have any form.
  if (!isWellFormed && !canBeImported(secret)) throw new SecretNotFoundError(malformed);
  const hash = hashSecret(secret);
  const item = await directory.get(secretItemKey(hash));
  if (item) return { ...readSecretItem(item), hash };
  throw new SecretNotFoundError(
    isWellFormed
      ? `No key of this gateway has the secret ${firstCharactersOf(secret)}….`
      : `${malformed} No key was imported with it.`,
  );
}
