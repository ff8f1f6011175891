import type { Account } from '../directory/directory-items.ts';
import { type Metrics, metricNames } from '../embedded-metrics.ts';
import { errorClass } from '../error-class.ts';
import type { Log } from '../log.ts';
import { concurrently } from '../runtime/concurrently.ts';
import type { QueryableTable } from '../table/signed-table.ts';
import { type Clock, dayMs, dayOf, type EpochMs } from '../time.ts';
import { firstOpenDay, startOfDay } from '../usage/day-items.ts';
import {
  type AccountMargin,
  type MarginDeps,
  type MarginRow,
  marginOf,
  readMargin,
  sumOfRows,
} from './account-margin.ts';
import type { TimeRange } from './plan-periods.ts';

export type BelowCostDeps = MarginDeps & {
  readonly usage: Pick<QueryableTable, 'get' | 'getAll' | 'pages' | 'put'>;
  /** All accounts, in pages. */
  readonly accounts: () => AsyncIterable<readonly Account[]>;
  /** A free account that costs more in seven days is reported. */
  readonly freeAccountDollars: number;
  readonly clock: Clock;
  /** After this time the report is given up; the next run begins it again. */
  readonly deadline: EpochMs;
  readonly log: Log;
  readonly emit: (metrics: Metrics) => void;
};

class ReportUnfinishedError extends errorClass('ReportUnfinishedError', 'report_unfinished') {}

/** Says before which day the days of the last report were. */
const reportKey = { pk: 'REPORT', sk: 'below-cost' };

const days = 7;

/**
 * Reports once a UTC day which accounts cost more than they brought in during the last seven days that are added up: a
 * line in the log for each, and their number as a metric. A run that is killed reports nothing, or everything again.
 * @throws {ReportUnfinishedError} if the time is over
 */
export async function reportBelowCost(deps: BelowCostDeps): Promise<void> {
  const { usage, clock, log, emit } = deps;
  // Revenue and costs are compared of the same days: those that are added up.
  const day = firstOpenDay(clock());
  if ((await usage.get(reportKey))?.day === day) return;
  const range = { from: startOfDay(day) - days * dayMs, to: startOfDay(day) };
  const found: AccountMargin[] = [];
  let accounts = 0;
  for await (const page of deps.accounts()) {
    accounts += page.length;
    await concurrently(page, async (account) => {
      if (clock() >= deps.deadline) throw new ReportUnfinishedError('The report of accounts below cost took too long.');
      const margin = await readMargin(deps, account, range);
      if (isBelowCost(margin, deps.freeAccountDollars)) found.push(margin);
    });
  }
  const worstFirst = found.toSorted((one, other) => marginOf(sumOfRows(one.rows)) - marginOf(sumOfRows(other.rows)));
  for (const margin of worstFirst) log.warn('account_below_cost', factsOf(margin, range));
  log.info('below_cost_reported', { ...daysIn(range), accounts, belowCost: found.length });
  emit(metricsOf(found.length, clock()));
  await usage.put({ ...reportKey, day, expiresAt: Math.ceil((clock() + days * dayMs) / 1_000) });
}

/** Priced accounts are below cost if they cost more than they brought in; free ones if they cost more than the limit. */
function isBelowCost({ rows }: Pick<AccountMargin, 'rows'>, freeAccountDollars: number): boolean {
  const sum = sumOfRows(rows);
  return sum.revenue > 0 ? marginOf(sum) < 0 : -marginOf(sum) > freeAccountDollars;
}

/** The fields that the overview's table shows. */
function factsOf({ account, rows, daysWithoutCosts }: AccountMargin, range: TimeRange) {
  const sum = sumOfRows(rows);
  return {
    ...daysIn(range),
    accountId: account.accountId,
    plan: account.planId,
    calls: sum.calls,
    revenue: cents(sum.revenue),
    awsDollars: cents(sum.awsDollars),
    nodeDollars: cents(sum.nodeDollars),
    margin: cents(marginOf(sum)),
    dearestMethod: dearest(rows)?.method,
    ...(sum.unpricedTries > 0 && { unpricedTries: sum.unpricedTries }),
    ...(daysWithoutCosts > 0 && { daysWithoutCosts }),
  };
}

const dearest = (rows: readonly MarginRow[]): MarginRow | undefined =>
  rows.toSorted((one, other) => other.awsDollars + other.nodeDollars - (one.awsDollars + one.nodeDollars))[0];

const daysIn = ({ from, to }: TimeRange) => ({ from: dayOf(from), to: dayOf(to - 1) });

const cents = (amount: number): number => Math.round(amount * 100) / 100;

const metricsOf = (count: number, at: EpochMs): Metrics => ({
  at,
  dimensions: {},
  dimensionSets: [[]],
  values: { [metricNames.accountsBelowCost]: { unit: 'Count', value: count } },
});
