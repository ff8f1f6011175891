import type { Account, Key } from '../../api/api.ts';

/** A key's state as a word, with whether requests get through. */
export type KeyState = { readonly label: string; readonly tone: 'good' | 'caution' | 'bad' | 'neutral' };

/** What requests with a key meet: its own state, and behind an active key the account's. */
export function keyState(key: Pick<Key, 'state'>, account: Pick<Account, 'state'> | undefined): KeyState {
  if (key.state === 'revoked') return { label: 'Revoked', tone: 'neutral' };
  return account?.state === 'suspended' ? { label: 'Suspended', tone: 'bad' } : { label: 'Active', tone: 'good' };
}

/** Whether no key has had a request yet, as far as the counters tell. */
export const isNoneUsed = (keys: readonly Pick<Key, 'lastUsedAt' | 'calls'>[]): boolean =>
  keys.every(({ lastUsedAt, calls }) => lastUsedAt === null && calls?.today === 0);

type Secret = Key['secrets'][number];

/** A secret that was rotated and still works for a while. */
export type ExpiringSecret = { readonly firstCharacters: string; readonly expiresAt: string };

/** The secret that a key goes by; undefined for a revoked key, which has none. */
export const newestSecret = (key: Pick<Key, 'secrets'>): Secret | undefined => key.secrets[0];

/**
 * The secret that lives out the grace of a rotation, as long as it does.
 * @param now ms since the epoch
 */
export function expiringSecret({ secrets }: Pick<Key, 'secrets'>, now: number): ExpiringSecret | undefined {
  for (const { firstCharacters, expiresAt } of secrets) {
    if (expiresAt !== null && Date.parse(expiresAt) > now) return { firstCharacters, expiresAt };
  }
  return undefined;
}
