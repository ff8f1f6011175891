import * as v from 'valibot';
import type { Item, Table } from '../table/item-table.ts';
import { dayMs } from '../time.ts';
import { type ReconciliationReport, reportSchema } from './reconciliation-report.ts';

/** Where the next run continues: one item of the Directory, only while a pass takes several runs. */
const key = { pk: 'RECONCILIATION', sk: 'RECONCILIATION' };

/** A pass that stood still for longer begins again. The item names a row of an account, so it must not stay. */
const keepMs = 2 * dayMs;

const positionSchema = v.object({
  start: v.object({ pk: v.string(), sk: v.string() }),
  report: reportSchema,
  expiresAt: v.number(),
});

export type ReconciliationPosition = { readonly start: Item; readonly report: ReconciliationReport };

/** The last row of the previous run and what the pass found so far; undefined if the next pass begins at the start. */
export async function readPosition(directory: Table, now: number): Promise<ReconciliationPosition | undefined> {
  const position = v.safeParse(positionSchema, await directory.get(key));
  return position.success && position.output.expiresAt * 1_000 > now ? position.output : undefined;
}

export async function storePosition(
  directory: Table,
  start: Item | undefined,
  report: ReconciliationReport,
  now: number,
): Promise<void> {
  if (!start) return directory.delete(key);
  const { pk, sk } = start;
  await directory.put({ ...key, start: { pk, sk }, report, expiresAt: Math.ceil((now + keepMs) / 1_000) });
}
