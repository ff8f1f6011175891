import type { Account, Key } from '../../api/api.ts';
import { asWords } from '../../format/words.ts';

/** The label of a key's state and its tone. */
type KeyState = { readonly label: string; readonly tone: 'good' | 'caution' | 'bad' | 'neutral' };

/** The state that a key's requests meet: its own, or for an active key the account's. */
export function keyState(key: Pick<Key, 'state'>, account: Pick<Account, 'state' | 'plan'> | undefined): KeyState {
  const state: string = key.state;
  if (state !== 'active') return { label: asWords(state), tone: 'neutral' };
  if (account?.plan === null) return { label: 'No active plan', tone: 'bad' };
  return account?.state === 'suspended' ? { label: 'Suspended', tone: 'bad' } : { label: 'Active', tone: 'good' };
}

/** Whether no key has had a request yet, as far as the counters show. */
export const isNoneUsed = (keys: readonly Pick<Key, 'lastUsedAt' | 'calls'>[]): boolean =>
  keys.every(({ lastUsedAt, calls }) => lastUsedAt === null && calls?.today === 0);

type Secret = Key['secrets'][number];

/** An old secret that still works during its grace period. */
export type ExpiringSecret = { readonly firstCharacters: string; readonly expiresAt: string };

/** A key's secret without an end; undefined if it was ended alone, and for a revoked key. */
export const newestSecret = ({ secrets }: Pick<Key, 'secrets'>): Secret | undefined =>
  secrets.find(({ expiresAt }) => expiresAt === null);

/**
 * The old secret during the grace period of a rotation.
 * @param now ms since the epoch
 */
export function expiringSecret({ secrets }: Pick<Key, 'secrets'>, now: number): ExpiringSecret | undefined {
  for (const { firstCharacters, expiresAt } of secrets) {
    if (expiresAt !== null && Date.parse(expiresAt) > now) return { firstCharacters, expiresAt };
  }
  return undefined;
}
