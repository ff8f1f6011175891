import * as v from 'valibot';
import type { Account } from '../directory/directory-items.ts';
import { errorClass } from '../error-class.ts';
import { concurrently } from '../runtime/concurrently.ts';
import { ConditionFailedError } from '../table/item-table.ts';
import type { QueryableTable } from '../table/signed-table.ts';
import { type Clock, dayMs, dayOf, type EpochMs } from '../time.ts';
import { writeCallSummary } from './call-summary.ts';
import { DayFigures, readFigures } from './day-figures.ts';
import { daysOfAccount, firstOpenDay, readDayKey, startOfDay } from './day-items.ts';
import { counterRange, readCounter } from './tally-counter.ts';

// The total of a UTC day is an item with the figures of all accounts' calls by network, in the form of a day item's.

const partition = 'TOTALS';
const totalKey = (day: string) => ({ pk: partition, sk: `TOTAL#${day}` });

const summaryDays = 30;

const expiresAt = (day: string): number => (startOfDay(day) + (summaryDays + 2) * dayMs) / 1_000;

/**
 * Removes the total of a day before a key's figures of that day change, once for each day. The new version prevents a
 * concurrent run from setting a total without the change.
 */
export function createRemoveTotal(usage: Pick<QueryableTable, 'update'>) {
  const removed = new Map<string, Promise<unknown>>();
  const update = (day: string) =>
    usage.update({
      key: totalKey(day),
      update: 'SET #expiresAt = :expiresAt REMOVE #figures ADD #version :one',
      names: { '#expiresAt': 'expiresAt', '#figures': 'figures', '#version': 'version' },
      values: { ':expiresAt': expiresAt(day), ':one': 1 },
    });
  return async (day: string): Promise<void> => {
    if (!removed.has(day)) removed.set(day, update(day));
    await removed.get(day);
  };
}

export type TotalsDeps = {
  readonly usage: QueryableTable;
  /** All accounts, in pages. */
  readonly accounts: () => AsyncIterable<readonly Pick<Account, 'accountId'>[]>;
  readonly clock: Clock;
  /** After this time it is given up; the next run begins again. */
  readonly deadline: EpochMs;
};

class TotalsUnfinishedError extends errorClass('TotalsUnfinishedError', 'totals_unfinished') {}

const totalSchema = v.object({
  sk: v.string(),
  figures: v.optional(v.string()),
  version: v.optional(v.number(), 0),
});

type Total = v.InferOutput<typeof totalSchema>;

/**
 * Adds up the ended days of the last 30 that have no total, and writes the summary. Repetitions and concurrent runs do no
 * harm. Call it when no day is due. @throws {TotalsUnfinishedError} if the time is over
 */
export async function sumNetworkDays(deps: TotalsDeps): Promise<void> {
  const { usage, clock } = deps;
  const days = endedDays(clock());
  let totals = await readTotals(usage, days);
  const known = new Map(totals.map((total) => [total.sk, total]));
  const missing = days.filter((day) => known.get(totalKey(day).sk)?.figures === undefined);
  if (missing.length > 0) {
    const figures = await addUp(deps, missing);
    for (const [day, sum] of figures) await setTotal(usage, day, JSON.stringify(sum), known.get(totalKey(day).sk));
    totals = await readTotals(usage, days);
  }
  // A day that has just changed: the summary stays as it is until the next run.
  const complete = totals.flatMap(({ sk, figures, version }) =>
    figures === undefined ? [] : [{ ...readDayKey(sk), figures, version }],
  );
  if (complete.length === days.length) await writeCallSummary(usage, complete);
}

/** Oldest first. */
function endedDays(now: EpochMs): string[] {
  const end = startOfDay(firstOpenDay(now));
  return Array.from({ length: summaryDays }, (_, index) => dayOf(end - (summaryDays - index) * dayMs));
}

async function readTotals(usage: QueryableTable, days: readonly string[]): Promise<Total[]> {
  const totals: Total[] = [];
  const range = { pk: partition, from: totalKey(days[0] ?? '').sk, to: totalKey(days.at(-1) ?? '').sk };
  for await (const page of usage.pages({ ...range, consistency: 'strong' })) {
    totals.push(...page.map((item) => v.parse(totalSchema, item)));
  }
  return totals;
}

async function addUp(deps: TotalsDeps, days: readonly string[]): Promise<ReadonlyMap<string, DayFigures>> {
  const sums = new Map(days.map((day) => [day, new DayFigures()]));
  for await (const page of deps.accounts()) {
    await concurrently(page, async ({ accountId }) => {
      if (deps.clock() >= deps.deadline)
        throw new TotalsUnfinishedError('Adding up the days of all networks took too long.');
      await addAccount(deps.usage, accountId, sums);
    });
  }
  return sums;
}

async function addAccount(usage: QueryableTable, accountId: string, sums: ReadonlyMap<string, DayFigures>) {
  const days = [...sums.keys()];
  const before = dayOf(startOfDay(days.at(-1) ?? '') + dayMs);
  const range = { ...daysOfAccount(accountId, days[0] ?? '', before), attributes: ['sk', 'figures'] };
  for await (const page of usage.pages({ ...range, consistency: 'strong' })) {
    for (const { sk, figures } of page) {
      const { day, keyId } = readDayKey(String(sk));
      const sum = sums.get(day);
      if (!sum) continue;
      if (typeof figures === 'string') for (const counter of readFigures(day, figures)) sum.add(counter);
      // It is due again; the next run adds the day up once more.
      else for await (const hours of hourPages(usage, keyId, day)) for (const hour of hours) sum.add(readCounter(hour));
    }
  }
}

function hourPages(usage: QueryableTable, keyId: string, day: string) {
  const start = startOfDay(day);
  return usage.pages({ ...counterRange(keyId, 'hour', start, start + dayMs), consistency: 'strong' });
}

async function setTotal(usage: QueryableTable, day: string, figures: string, known: Total | undefined): Promise<void> {
  try {
    await usage.update({
      key: totalKey(day),
      update: 'SET #figures = :figures, #expiresAt = :expiresAt',
      condition: known === undefined ? 'attribute_not_exists(#version)' : '#version = :version',
      names: { '#figures': 'figures', '#expiresAt': 'expiresAt', '#version': 'version' },
      values: {
        ':figures': figures,
        ':expiresAt': expiresAt(day),
        ...(known !== undefined && { ':version': known.version }),
      },
    });
  } catch (error) {
    // The day has changed meanwhile, and has no total.
    if (!(error instanceof ConditionFailedError)) throw error;
  }
}
