import type { Key } from '../../api/api.ts';

type Secret = Key['secrets'][number];

/** A secret that was rotated and still works for a while. */
export type OldSecret = { readonly firstCharacters: string; readonly expiresAt: string };

/** The secret that a key goes by; undefined for a revoked key, which has none. */
export const newestSecret = (key: Pick<Key, 'secrets'>): Secret | undefined => key.secrets[0];

/**
 * The secret that lives out the grace of a rotation, as long as it does.
 * @param now ms since the epoch
 */
export function oldSecret({ secrets }: Pick<Key, 'secrets'>, now: number): OldSecret | undefined {
  for (const { firstCharacters, expiresAt } of secrets) {
    if (expiresAt !== null && Date.parse(expiresAt) > now) return { firstCharacters, expiresAt };
  }
  return undefined;
}
