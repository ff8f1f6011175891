import type { Key } from '../../api/api.ts';

/** The key of that id; where none is wanted, the active one used last, else the newest there is. Keys come newest first. */
export function chooseKey(keys: readonly Key[], wanted: string | undefined): Key | undefined {
  if (wanted !== undefined) return keys.find(({ keyId }) => keyId === wanted);
  const active = keys.filter(({ state }) => state === 'active');
  const candidates = active.length > 0 ? active : keys;
  return candidates.reduce<Key | undefined>(laterUsed, undefined);
}

const laterUsed = (best: Key | undefined, key: Key): Key =>
  best === undefined || (key.lastUsedAt ?? '') > (best.lastUsedAt ?? '') ? key : best;

/** The keys' ids in the order in which a request is looked for: the chosen key's own history first. */
export const searchOrder = (keys: readonly Key[], chosen: Key): string[] => [
  chosen.keyId,
  ...keys.map(({ keyId }) => keyId).filter((keyId) => keyId !== chosen.keyId),
];
