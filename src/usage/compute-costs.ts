import * as v from 'valibot';
import type { NodePrices } from '../cost/node-prices.ts';
import type { NetworkChains } from '../network-chains.ts';
import { recordPartition } from '../records/record.ts';
import { lowestRequestId } from '../records/request-id.ts';
import { ConditionFailedError } from '../table/item-table.ts';
import type { QueryableTable, TableReads } from '../table/signed-table.ts';
import { type Clock, dayMs, type EpochMs } from '../time.ts';
import { costAttributes, DayCostSum, readDayCosts } from './day-costs.ts';
import { duePartitions, readDayKey, startOfDay } from './day-items.ts';

/** What node costs are computed from. */
export type CostSources = {
  readonly records: Pick<TableReads, 'pages'>;
  readonly prices: NodePrices;
  readonly chains: NetworkChains;
};

type ComputeCostsDeps = CostSources & {
  readonly usage: QueryableTable;
  readonly clock: Clock;
  /** After this time no further page of records is read. */
  readonly deadline: EpochMs;
};

const prefix = 'c';

/** The partitions of the index `Due` with days whose figures are set, and whose node costs are not. */
export const costPartitions: readonly string[] = duePartitions.map((part) => `${prefix}${part}`);

/** Where a day goes when its figures are set. */
export const costPartitionOf = (due: unknown): string => `${prefix}${due}`;

/** How far an earlier run came: up to the request `after`, for that version of the day. */
const progressSchema = v.object({ version: v.number(), after: v.string(), costs: v.string() });

const dueItemSchema = v.object({ version: v.number(), progress: v.optional(v.unknown()) });

export type DayKey = { readonly pk: string; readonly sk: string };

/**
 * Adds up what the tries of a key's day cost, from its records, and sets the result: a repetition counts nothing twice.
 * @returns false if the time was over. The next run continues where this one ended
 */
export async function computeCosts(deps: ComputeCostsDeps, key: DayKey): Promise<boolean> {
  const { usage, prices, chains, clock, deadline } = deps;
  const item = await usage.get(key);
  // Another run was faster, or the day was marked again.
  if (!costPartitions.some((part) => part === item?.due)) return true;
  const due = v.parse(dueItemSchema, item);
  const { version } = due;
  const progress = progressOf(due);
  const sum = new DayCostSum(prices, chains, progress && readDayCosts(progress.costs));
  const start = progress?.after ?? '';
  let after = start;
  for await (const page of recordsAfter(deps.records, key, start)) {
    // At least one page in each run, so that every day is finished at some time.
    if (after !== start && clock() >= deadline) {
      await setUnlessMarked(usage, { key, version }, 'SET #progress = :progress', {
        ':progress': { version, after, costs: JSON.stringify(sum) },
      });
      return false;
    }
    for (const record of page) if (record.sk !== start) sum.add(record);
    after = String(page.at(-1)?.sk ?? after);
  }
  const update = 'SET #costs = :costs REMOVE #due, #progress';
  await setUnlessMarked(usage, { key, version }, update, { ':costs': JSON.stringify(sum) });
  return true;
}

function progressOf({ version, progress }: v.InferOutput<typeof dueItemSchema>) {
  const read = v.safeParse(progressSchema, progress);
  return read.success && read.output.version === version ? read.output : undefined;
}

function recordsAfter(records: ComputeCostsDeps['records'], { sk }: DayKey, after: string) {
  const { keyId, day } = readDayKey(sk);
  const start = startOfDay(day);
  const from = after || lowestRequestId(start);
  const to = lowestRequestId(start + dayMs);
  return records.pages({ pk: recordPartition(keyId, start), from, to, attributes: costAttributes });
}

async function setUnlessMarked(
  usage: QueryableTable,
  { key, version }: { readonly key: DayKey; readonly version: number },
  update: string,
  values: Readonly<Record<string, unknown>>,
): Promise<void> {
  const used = ['costs', 'due', 'progress'].filter((name) => update.includes(`#${name}`));
  const names = { '#version': 'version', ...Object.fromEntries(used.map((name) => [`#${name}`, name])) };
  try {
    await usage.update({
      key,
      update,
      condition: '#version = :version',
      names,
      values: { ':version': version, ...values },
    });
  } catch (error) {
    // The day was marked again: its figures are computed first, and then its costs from the start.
    if (!(error instanceof ConditionFailedError)) throw error;
  }
}
