import { ConditionFailedError, type Item, type ItemTable } from '../../src/table/item-table.ts';
import { meets, updated } from './expressions.ts';

/** Counters or records in memory, under what their partition and sort keys make together. */
export type MemoryTable = ItemTable & { readonly items: Map<string, Item> };

/**
 * A table in memory with DynamoDB's conditions on updates; test/limits/model proves on DynamoDB Local that it counts so.
 * It answers at once: tests put their own delays around it.
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
