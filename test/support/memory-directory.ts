import { type Directory, type DirectoryWrite, TransactionConflictError } from '../../src/table/directory-table.ts';
import { ConditionFailedError, type Item } from '../../src/table/item-table.ts';

/**
 * A Directory in memory, for many histories: it knows the expressions that accounts and keys are written with, and
 * rejects any other. Each call is one step; calls of others fall between them.
 */
export function memoryDirectory(): Directory {
  const items = new Map<string, Item>();
  const nameOf = ({ pk, sk }: Item) => `${pk}/${sk}`;
  const turn = () => new Promise<void>((resolve) => setImmediate(resolve));
  const find = (key: Item) => structuredClone(items.get(nameOf(key)));
  const unused = () => {
    throw new Error('The Directory in memory does not know this call.');
  };
  const inPartition = (pk: unknown) =>
    [...items.values()]
      .filter((item) => item.pk === pk)
      .toSorted((one, other) => (String(one.sk) < String(other.sk) ? -1 : 1));
  return {
    get: async (key) => {
      await turn();
      return find(key);
    },
    put: async (item, condition) => {
      await turn();
      if (condition !== undefined && condition !== 'attribute_not_exists(pk)') unused();
      if (condition !== undefined && items.has(nameOf(item))) throw new ConditionFailedError(find(item));
      items.set(nameOf(item), structuredClone(item));
    },
    transact: async (writes) => {
      await turn();
      const all = writes.map((write) => ({ write, key: keyOf(write) }));
      if (!all.every(({ write, key }) => holds(write, items.get(nameOf(key))))) throw new TransactionConflictError();
      for (const { write, key } of all) {
        if ('delete' in write) items.delete(nameOf(key));
        else items.set(nameOf(key), structuredClone(written(write, items.get(nameOf(key)))));
      }
    },
    delete: async (key, condition) => {
      await turn();
      if (condition !== undefined) unused();
      items.delete(nameOf(key));
    },
    update: unused,
    async *query(pk, prefix = '') {
      await turn();
      yield* structuredClone(inPartition(pk).filter(({ sk }) => String(sk).startsWith(prefix)));
    },
    async *queryRange({ pk, from, to, descending }) {
      await turn();
      const found = inPartition(pk).filter(({ sk }) => String(sk) >= from && String(sk) <= to);
      yield* structuredClone(descending ? found.toReversed() : found);
    },
  };
}

function keyOf(write: DirectoryWrite): Item {
  if ('put' in write) return write.put;
  return 'delete' in write ? write.delete : write.key;
}

function holds(write: DirectoryWrite, item: Item | undefined): boolean {
  switch ('condition' in write ? write.condition : undefined) {
    case undefined:
      return true;
    case 'attribute_not_exists(pk)':
      return item === undefined;
    case 'attribute_exists(pk)':
      return item !== undefined;
    case '#version = :read':
      return 'values' in write && item?.version === write.values[':read'];
    default:
      throw new Error(`The Directory in memory does not know the condition of ${JSON.stringify(write)}.`);
  }
}

function written(write: Exclude<DirectoryWrite, { delete: unknown }>, item: Item | undefined): Item {
  if ('put' in write) return write.put;
  const changes = write.update
    .replace(/^SET /, '')
    .split(', ')
    .map((assignment) => {
      const [, name = '', value = ''] = /^(#\w+) = (:\w+)$/.exec(assignment) ?? [];
      const attribute = write.names[name];
      if (attribute === undefined || !(value in write.values)) throw new Error(`Not known: ${write.update}`);
      return [attribute, write.values[value]] as const;
    });
  return { ...item, ...write.key, ...Object.fromEntries(changes) };
}
