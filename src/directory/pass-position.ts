import * as v from 'valibot';
import type { Item, Table } from '../table/item-table.ts';
import { dayMs, type EpochMs } from '../time.ts';

// Where the next run of a job over all accounts continues: one item for each job, only while a pass takes several runs.
// The item names a row of an account, so it must not stay.

/** How long a position is worth continuing from. */
const keepMs = { SWEEP: 7 * dayMs, RECONCILIATION: 2 * dayMs };

type Job = keyof typeof keepMs;

const positionSchema = v.object({
  start: v.object({ pk: v.string(), sk: v.string() }),
  report: v.optional(v.unknown()),
  expiresAt: v.number(),
});

/** The last row of the previous run, and what the pass has found so far. */
export type PassPosition = { readonly start: Item; readonly report?: unknown };

/** Undefined if the next pass begins at the start. */
export async function readPosition(directory: Table, job: Job, now: EpochMs): Promise<PassPosition | undefined> {
  const position = v.safeParse(positionSchema, await directory.get({ pk: job, sk: job }));
  return position.success && position.output.expiresAt * 1_000 > now ? position.output : undefined;
}

/** @param position undefined if the pass is complete */
export async function storePosition(
  directory: Table,
  job: Job,
  position: PassPosition | undefined,
  now: EpochMs,
): Promise<void> {
  const key = { pk: job, sk: job };
  if (!position) return directory.delete(key);
  const { pk, sk } = position.start;
  await directory.put({ ...key, ...position, start: { pk, sk }, expiresAt: Math.ceil((now + keepMs[job]) / 1_000) });
}
