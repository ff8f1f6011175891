import type { ItemTable } from '../../src/table/table.ts';

/** The items that a key's calls of a day may be counted in: those of a fast key are several. */
const shards = ['', '#1', '#2', '#3'];

/** The calls of a key and day that count against its quota. */
export async function usedOf(table: ItemTable, name: string): Promise<number> {
  let used = 0;
  for (const shard of shards) used += Number((await table.get({ pk: `${name}${shard}` }))?.used ?? 0);
  return used;
}
