import { readSecretItem, secretItemKey } from '../directory/secret-item.ts';
import type { Log } from '../log.ts';
import type { ItemTable } from '../table/item-table.ts';
import { isPossibleSecret, type UnknownKeyCounter } from './authorize.ts';
import { hashSecret } from './secret.ts';

/** What an HTTP API gets from its Lambda authorizer ("Lambda authorizer response format", simple responses). */
export type CacheableAnswer = {
  readonly isAuthorized: boolean;
  /** For the access log. The proxy reads the key itself. */
  readonly context: { readonly keyId?: string };
};

export type CacheableAnswerDeps = {
  readonly directory: Pick<ItemTable, 'get'>;
  readonly importedKeys?: boolean | undefined;
  readonly unknownKeys: UnknownKeyCounter;
  readonly log: Log;
};

/**
 * An answer that API Gateway may keep for as long as it likes, because no later write can make it wrong. It denies only
 * what no key can ever have as its secret. It allows secrets of revoked keys, and unknown ones, which an import or a
 * restored table may bring back: the proxy refuses them.
 */
export async function cacheableAnswer(header: string, deps: CacheableAnswerDeps): Promise<CacheableAnswer> {
  const { importedKeys, unknownKeys, log } = deps;
  if (!isPossibleSecret(header, importedKeys)) {
    unknownKeys.count('malformed');
    return { isAuthorized: false, context: {} };
  }
  try {
    const keyId = await readKeyId(header, deps);
    return { isAuthorized: true, context: keyId === undefined ? {} : { keyId } };
  } catch (error) {
    // The proxy answers with a reason if Directory is silent; a line of the access log without its key is all that is lost.
    log.warn('key_not_read', { detail: String(error) });
    return { isAuthorized: true, context: {} };
  }
}

/** An eventual read costs half as much. Only a key that was just created needs the second one. */
async function readKeyId(header: string, { directory }: CacheableAnswerDeps): Promise<string | undefined> {
  const key = secretItemKey(hashSecret(header));
  const item = (await directory.get(key, 'eventual')) ?? (await directory.get(key, 'strong'));
  return item && readSecretItem(item).keyId;
}
