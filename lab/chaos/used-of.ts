import type { ItemTable } from '../../src/table/item-table.ts';

/** The calls of a key and day that count against its quota; `name` is the item's. */
export const usedOf = async (table: ItemTable, name: string): Promise<number> =>
  Number((await table.get({ pk: name }))?.used ?? 0);
