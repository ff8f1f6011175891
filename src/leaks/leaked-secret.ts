import * as v from 'valibot';
import type { ChangeOrigin } from '../directory/activity.ts';
import { readSecretItem, secretItemKey } from '../directory/secret-item.ts';
import { tokenHashKey, tokenHashSchema } from '../directory/token-items.ts';
import { hashSecret, isWellFormedSecret } from '../keys/secret.ts';
import type { ItemTable } from '../table/item-table.ts';
import { isWellFormedToken } from '../tokens/token-secret.ts';

/** A secret that is reported as leaked, and the key or account token that it belongs to. */
export type LeakedSecret = { readonly hash: string; readonly accountId: string } & (
  | { readonly keyId: string }
  | { readonly tokenId: string }
);

/** Who found a secret, and where. `by` is `holder` or `github`. */
export type LeakOrigin = ChangeOrigin & {
  readonly by: 'holder' | 'github';
  /** The page and the kind of place, as GitHub names them. They are in the activity. */
  readonly found?: Readonly<Record<string, string>>;
};

/** Whether a text can be a secret of a key or an account token: needs no read. */
export const canBeSecret = (text: string): boolean => isWellFormedSecret(text) || isWellFormedToken(text);

/** Finds the owner of a secret, also of one that no longer works; undefined if it is not a secret of this gateway. */
export async function findLeaked(directory: Pick<ItemTable, 'get'>, secret: string): Promise<LeakedSecret | undefined> {
  if (!canBeSecret(secret)) return undefined;
  const hash = hashSecret(secret);
  if (isWellFormedToken(secret)) {
    const item = await directory.get(tokenHashKey(hash));
    return item && { hash, ...v.parse(tokenOwner, item) };
  }
  const item = await directory.get(secretItemKey(hash));
  if (!item) return undefined;
  const { accountId, keyId } = readSecretItem(item);
  return { hash, accountId, keyId };
}

const tokenOwner = v.pick(tokenHashSchema, ['accountId', 'tokenId']);
