import type { Key } from '../../../api/api.ts';
import type { KeySort } from '../keys-search.ts';

type ListedKey = Pick<Key, 'keyId' | 'name' | 'createdAt' | 'lastUsedAt' | 'calls' | 'secrets'>;

/** The keys whose name, id or secret matches a text, sorted. The order is the same whenever the keys are. */
export const selectKeys = <T extends ListedKey>(keys: readonly T[], search: string, sort: KeySort): T[] =>
  keys
    .filter((key) => matchesKey(key, search))
    .toSorted((one, other) => orders[sort](one, other) || newest(one, other));

/** Whether a key's name or id contains a text, or one of its secrets begins with it. */
export function matchesKey({ name, keyId, secrets }: ListedKey, search: string): boolean {
  const wanted = normalized(search);
  return (
    normalized(name).includes(wanted) ||
    keyId.toLowerCase().includes(wanted) ||
    // Letters of a secret differ by case.
    secrets.some(({ firstCharacters }) => firstCharacters.startsWith(search.trim()))
  );
}

/** Without differences that a reader does not see. */
const normalized = (text: string): string => text.trim().replaceAll(/\s+/g, ' ').normalize('NFKC').toLowerCase();

type Order = (one: ListedKey, other: ListedKey) => number;

const names = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

/** Ids sort by the time of creation. */
const newest: Order = (one, other) => (one.keyId < other.keyId ? 1 : -1);

const orders: Readonly<Record<KeySort, Order>> = {
  created: newest,
  name: (one, other) => names.compare(one.name, other.name),
  used: (one, other) => Date.parse(other.lastUsedAt ?? never) - Date.parse(one.lastUsedAt ?? never),
  calls: (one, other) => (other.calls?.today ?? -1) - (one.calls?.today ?? -1),
};

const never = '1970-01-01T00:00:00Z';
