import type { Table } from '../../src/table/item-table.ts';

/** The number of calls of each operation. */
export type Calls = { get: number; put: number; update: number; query: number };

/** Wraps a table to count its calls. */
export function counted<T extends Table>(table: T): { readonly table: T; readonly calls: Calls } {
  const calls: Calls = { get: 0, put: 0, update: 0, query: 0 };
  const counting = {
    ...table,
    get: (key, consistency) => {
      calls.get += 1;
      return table.get(key, consistency);
    },
    put: (item, condition, values) => {
      calls.put += 1;
      return table.put(item, condition, values);
    },
    update: (request) => {
      calls.update += 1;
      return table.update(request);
    },
    query: (pk, prefix) => {
      calls.query += 1;
      return table.query(pk, prefix);
    },
  } satisfies Table;
  return { table: counting, calls };
}
