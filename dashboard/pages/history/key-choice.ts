import type { Key } from '../../api/api.ts';

/** The key with the requested id. Default: the key used last, or else the newest; active keys first. `keys` is newest first. */
export function chooseKey(keys: readonly Key[], requested: string | undefined): Key | undefined {
  if (requested !== undefined) return keys.find(({ keyId }) => keyId === requested);
  const active = keys.filter(({ state }) => state === 'active');
  const candidates = active.length > 0 ? active : keys;
  return candidates.reduce<Key | undefined>(lastUsed, undefined);
}

const lastUsed = (best: Key | undefined, key: Key): Key =>
  best === undefined || (key.lastUsedAt ?? '') > (best.lastUsedAt ?? '') ? key : best;

/** The keys' ids in the order in which to search for a request: the chosen key first. */
export const searchOrder = (keys: readonly Key[], chosen: Key): string[] => [
  chosen.keyId,
  ...keys.map(({ keyId }) => keyId).filter((keyId) => keyId !== chosen.keyId),
];
