import {
  type Directory,
  type DirectoryWrite,
  type ScanTable,
  TransactionConflictError,
} from '../../src/table/directory-table.ts';
import { ConditionFailedError, type Item } from '../../src/table/item-table.ts';

/** A Directory whose items a test can read all at once. */
export type MemoryDirectory = Directory & { readonly scan: ScanTable };

type Expression = { readonly names?: Readonly<Record<string, string>>; readonly values?: Item };

/**
 * A Directory in memory, for many histories: it knows the expressions that accounts, keys and billing are written with, and
 * rejects any other. Each call is one step; calls of others fall between them.
 */
export function memoryDirectory(): MemoryDirectory {
  const items = new Map<string, Item>();
  const nameOf = ({ pk, sk }: Item) => `${pk}/${sk}`;
  const turn = () => new Promise<void>((resolve) => setImmediate(resolve));
  const find = (key: Item) => structuredClone(items.get(nameOf(key)));
  const store = (item: Item) => items.set(nameOf(item), structuredClone(item));
  const check = (condition: string | undefined, key: Item, expression: Expression = {}) => {
    if (!holds(condition, items.get(nameOf(key)), expression)) throw new ConditionFailedError(find(key));
  };
  const partition = (pk: unknown) =>
    [...items.values()]
      .filter((item) => item.pk === pk)
      .toSorted((one, other) => (sortKey(one) < sortKey(other) ? -1 : 1));
  return {
    get: async (key) => {
      await turn();
      return find(key);
    },
    put: async (item, condition) => {
      await turn();
      check(condition, item);
      store(item);
    },
    delete: async (key, condition) => {
      await turn();
      check(condition, key);
      items.delete(nameOf(key));
    },
    update: async ({ key, update, condition, names, values }) => {
      await turn();
      if (String(key.pk).startsWith('ATTEMPTS#')) {
        const { attempts = 0 } = find(key) ?? {};
        if (Number(attempts) >= Number(values?.[':most'] ?? Number.POSITIVE_INFINITY))
          throw new ConditionFailedError(find(key));
        store({ ...key, attempts: Number(attempts) + Number(values?.[':one'] ?? values?.[':back']) });
        return {};
      }
      const expression = { values, ...(names && { names }) };
      check(condition, key, expression);
      store(updated(update, key, items.get(nameOf(key)), expression));
      return find(key) ?? {};
    },
    transact: async (writes) => {
      await turn();
      const all = writes.map((write) => ({ write, key: keyOf(write) }));
      refuseInvalid(all.map(({ key }) => nameOf(key)));
      if (!all.every(({ write, key }) => holds(conditionOf(write), items.get(nameOf(key)), expressionOf(write)))) {
        throw new TransactionConflictError('The items have changed.');
      }
      for (const { write, key } of all) {
        if ('delete' in write) items.delete(nameOf(key));
        else if ('put' in write) store(write.put);
        else store(updated(write.update, key, items.get(nameOf(key)), write));
      }
    },
    async *query(pk, prefix = '') {
      await turn();
      for (const item of partition(pk)) if (sortKey(item).startsWith(prefix)) yield structuredClone(item);
    },
    async *queryRange({ pk, from, to, descending = false }) {
      await turn();
      const found = partition(pk).filter((item) => sortKey(item) >= from && sortKey(item) <= to);
      for (const item of descending ? found.toReversed() : found) yield structuredClone(item);
    },
    scan: async () => {
      await turn();
      return { items: structuredClone([...items.values()]), next: undefined };
    },
  };
}

const sortKey = ({ sk }: Item): string => String(sk);

function keyOf(write: DirectoryWrite): Item {
  if ('put' in write) return write.put;
  return 'delete' in write ? write.delete : write.key;
}

const conditionOf = (write: DirectoryWrite): string | undefined => ('condition' in write ? write.condition : undefined);
const expressionOf = (write: DirectoryWrite): Expression => ('values' in write ? write : {});

/** DynamoDB refuses a transaction with two writes of an item, or with more than 100. */
function refuseInvalid(names: readonly string[]): void {
  if (new Set(names).size < names.length) throw new Error(`The transaction writes an item twice: ${names.join(', ')}`);
  if (names.length > 100) throw new Error(`The transaction has ${names.length} writes.`);
}

function holds(condition: string | undefined, item: Item | undefined, { names, values }: Expression): boolean {
  if (condition === undefined) return true;
  if (condition === 'attribute_not_exists(pk)') return item === undefined;
  if (condition === 'attribute_exists(pk)') return item !== undefined;
  const [, name = '', value = ''] = /^(#\w+) = (:\w+)$/.exec(condition) ?? [];
  const attribute = names?.[name];
  if (attribute === undefined || !values || !(value in values)) {
    throw new Error(`The Directory in memory does not know the condition ${condition}.`);
  }
  return item?.[attribute] === values[value];
}

function updated(update: string, key: Item, item: Item | undefined, { names, values = {} }: Expression): Item {
  const changes = update
    .replace(/^SET /, '')
    .split(/, (?=#)/)
    .map((assignment) => {
      const [, name = '', kept, value = ''] = /^(#\w+) = (?:if_not_exists\((#\w+), )?(:\w+)\)?$/.exec(assignment) ?? [];
      const attribute = names?.[name];
      if (attribute === undefined || !(value in values) || (kept ?? name) !== name) {
        throw new Error(`The Directory in memory does not know the update ${update}.`);
      }
      return [attribute, (kept && item?.[attribute]) ?? values[value]] as const;
    });
  return { ...item, ...key, ...Object.fromEntries(changes) };
}
