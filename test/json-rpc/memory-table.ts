import { ConditionFailedError, type Item, type ItemTable } from '../../src/table/item-table.ts';
import { meets, updated } from './expressions.ts';

/** Counters or records in memory; the names in `items` combine partition and sort key. */
export type MemoryTable = ItemTable & { readonly items: Map<string, Item> };

/**
 * A table in memory with DynamoDB's conditions on updates; test/limits/model checks it against DynamoDB Local. It
 * answers at once: tests add their own delays.
 */
export function memoryTable(): MemoryTable {
  const items = new Map<string, Item>();
  const nameOf = ({ pk, sk = '' }: Item) => `${pk}/${sk}`;
  return {
    items,
    get: async (key) => items.get(nameOf(key)),
    put: async (item) => void items.set(nameOf(item), item),
    async update(request) {
      const before = items.get(nameOf(request.key));
      if (!meets(request, before ?? {})) throw new ConditionFailedError(before);
      const after = updated(request, before ?? request.key);
      items.set(nameOf(request.key), after);
      return after;
    },
  };
}
