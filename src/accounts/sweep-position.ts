import * as v from 'valibot';
import type { Item, Table } from '../table/item-table.ts';
import { dayMs } from '../time.ts';

/** Where the next run of the sweep continues: one item of the Directory, only while a pass takes several runs. */
const key = { pk: 'SWEEP', sk: 'SWEEP' };

/** An older position is not worth continuing from. The item names a row of an account, so it must not stay. */
const keepMs = 7 * dayMs;

const positionSchema = v.object({ start: v.object({ pk: v.string(), sk: v.string() }), expiresAt: v.number() });

/** The last row of the previous run; undefined if the next pass begins at the start. */
export async function readPosition(directory: Table, now: number): Promise<Item | undefined> {
  const position = v.safeParse(positionSchema, await directory.get(key));
  return position.success && position.output.expiresAt * 1_000 > now ? position.output.start : undefined;
}

export async function storePosition(directory: Table, start: Item | undefined, now: number): Promise<void> {
  if (!start) return directory.delete(key);
  const { pk, sk } = start;
  await directory.put({ ...key, start: { pk, sk }, expiresAt: Math.ceil((now + keepMs) / 1_000) });
}
