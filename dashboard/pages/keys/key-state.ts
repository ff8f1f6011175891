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
