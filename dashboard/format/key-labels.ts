import type { Key } from '../api/api.ts';

export type NamedKey = Pick<Key, 'keyId' | 'name' | 'state' | 'secrets'>;

const shownIdLength = 6;

/** The end of a key's id: `…3F7K2M`. */
export const shortKeyId = (keyId: string): string => `…${keyId.slice(-shownIdLength)}`;

/** What tells a key from another of the same name: the first characters of its secret, or the end of its id. */
const keyMark = ({ keyId, secrets: [secret] }: Pick<NamedKey, 'keyId' | 'secrets'>): string =>
  secret ? `${secret.firstCharacters}…` : shortKeyId(keyId);

/** Whether two names look the same on a page. */
export const looksSame = (one: string, other: string): boolean => shown(one) === shown(other);

const shown = (name: string): string => name.trim().replaceAll(/\s+/g, ' ').normalize().toLowerCase();

/** The keys' names for a choice, by id. Keys of the same name also have their {@link keyMark}. */
export function keyLabels(keys: readonly NamedKey[]): ReadonlyMap<string, string> {
  const counts = Map.groupBy(keys, ({ name }) => shown(name));
  return new Map(
    keys.map((key) => {
      const isAlone = counts.get(shown(key.name))?.length === 1;
      return [key.keyId, isAlone ? key.name : `${key.name}, ${keyMark(key)}`];
    }),
  );
}
