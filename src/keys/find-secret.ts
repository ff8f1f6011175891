import * as v from 'valibot';
import { type SecretItem, secretItemKey, secretItemSchema } from '../directory/secret-item.ts';
import { errorClass } from '../error-class.ts';
import type { ItemTable } from '../table/item-table.ts';
import { canBeImported, firstCharactersOf, hashSecret, isWellFormedSecret } from './secret.ts';

/** No key has this secret. The message never shows it. */
class SecretNotFoundError extends errorClass('SecretNotFoundError', 'secret_not_found') {}

/** A stored secret; `hash` says which of its key's secrets it is. */
export type FoundSecret = SecretItem & { readonly hash: string };

/** @throws {SecretNotFoundError} */
export async function findSecret(directory: ItemTable, secret: string): Promise<FoundSecret> {
  if (!isWellFormedSecret(secret) && !canBeImported(secret)) {
    throw new SecretNotFoundError(
      'This is not a secret of this gateway: its form or its checksum is wrong. It may have been copied in part.',
    );
  }
  const hash = hashSecret(secret);
  const item = await directory.get(secretItemKey(hash));
  if (!item) throw new SecretNotFoundError(`No key of this gateway has the secret ${shownOf(secret)}….`);
  return { ...v.parse(secretItemSchema, item), hash };
}

/** Imported secrets have any form. */
const shownOf = (secret: string): string =>
  isWellFormedSecret(secret) ? firstCharactersOf(secret) : secret.slice(0, 4);
