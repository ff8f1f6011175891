import { picodollarsPerDollar } from '../cost/node-prices.ts';
import { planCost } from '../cost/plan-cost.ts';
import type { Account } from '../directory/directory-items.ts';
import type { Plans } from '../plans.ts';
import type { TableReads } from '../table/signed-table.ts';
import { dayMs } from '../time.ts';
import { startOfDay } from '../usage/day-items.ts';
import { daysOf, type MethodUsage } from './day-usage.ts';
import { planPeriods, type TimeRange } from './plan-periods.ts';
import { revenueOf } from './plan-revenue.ts';

/** What calls brought in and what they cost. Revenue is in the settings' currency, the rest in dollars. */
export type Amounts = {
  readonly calls: number;
  readonly revenue: number;
  /** By the cost model, without what an instance costs without calls. */
  readonly awsDollars: number;
  /** What the providers of nodes charge. */
  readonly nodeDollars: number;
  /** How often calls were sent to nodes, repetitions included. */
  readonly tries: number;
  /** Tries at nodes without a cost in the settings, which count as 0. */
  readonly unpricedTries: number;
};

/** Calls of a method while an account was on a plan. The revenue of a plan is divided among its calls. */
export type MarginRow = Amounts & {
  readonly planId: string;
  /** null: the revenue of a plan without calls. */
  readonly network: string | null;
  readonly method: string | null;
};

export type AccountMargin = {
  readonly account: Account;
  readonly rows: readonly MarginRow[];
  /** Days of keys whose node costs are not added up. They count as 0. */
  readonly daysWithoutCosts: number;
};

export const marginOf = ({ revenue, awsDollars, nodeDollars }: Amounts): number => revenue - awsDollars - nodeDollars;

const noAmounts: Amounts = { calls: 0, revenue: 0, awsDollars: 0, nodeDollars: 0, tries: 0, unpricedTries: 0 };

const addAmounts = (one: Amounts, other: Amounts): Amounts => ({
  calls: one.calls + other.calls,
  revenue: one.revenue + other.revenue,
  awsDollars: one.awsDollars + other.awsDollars,
  nodeDollars: one.nodeDollars + other.nodeDollars,
  tries: one.tries + other.tries,
  unpricedTries: one.unpricedTries + other.unpricedTries,
});

export const sumOfRows = (rows: readonly Amounts[]): Amounts => rows.reduce(addAmounts, noAmounts);

export type MarginDeps = {
  readonly directory: Pick<TableReads, 'pages'>;
  readonly usage: TableReads;
  readonly plans: Plans;
  /** Whether the settings have a cost of any node. Otherwise no node costs are computed. */
  readonly nodesHaveCosts: boolean;
};

/** @param range whole UTC days that have ended */
export async function readMargin(deps: MarginDeps, account: Account, range: TimeRange): Promise<AccountMargin> {
  const periods = await planPeriods(deps.directory, account, range);
  const plans = new Map<string, PlanUsage>();
  const ofPlan = (planId: string): PlanUsage => {
    const usage = plans.get(planId) ?? { revenue: 0, methods: [] };
    plans.set(planId, usage);
    return usage;
  };
  for (const period of periods) ofPlan(period.planId).revenue += revenueOf(period, deps.plans);
  let daysWithoutCosts = 0;
  for await (const { day, hasCosts, methods } of daysOf(deps.usage, account.accountId, range)) {
    const end = startOfDay(day) + dayMs;
    // The calls of a day belong to the plan at its end.
    const planId = periods.findLast(({ from }) => from < end)?.planId ?? account.planId;
    ofPlan(planId).methods.push(...methods);
    if (deps.nodesHaveCosts && !hasCosts) daysWithoutCosts += 1;
  }
  const rows = [...plans].flatMap(([planId, usage]) => rowsOf(planId, usage, deps.plans));
  return { account, rows, daysWithoutCosts };
}

type PlanUsage = { revenue: number; readonly methods: MethodUsage[] };

function rowsOf(planId: string, { revenue, methods }: PlanUsage, plans: Plans): MarginRow[] {
  const calls = methods.reduce((sum, method) => sum + method.calls, 0);
  if (calls === 0 && revenue === 0) return [];
  if (calls === 0) return [{ ...noAmounts, planId, network: null, method: null, revenue }];
  const perCall = awsDollarsPerCall(plans, planId, methods);
  return [...Map.groupBy(methods, ({ network, method }) => `${network} ${method}`).values()].map((group) => {
    const [{ network = null, method = null } = {}] = group;
    const sum = (amount: (usage: MethodUsage) => number) => group.reduce((total, usage) => total + amount(usage), 0);
    const ofMethod = sum((usage) => usage.calls);
    return {
      planId,
      network,
      method,
      calls: ofMethod,
      revenue: (revenue * ofMethod) / calls,
      awsDollars: perCall * ofMethod,
      nodeDollars: sum((usage) => usage.picodollars) / picodollarsPerDollar,
      tries: sum((usage) => usage.tries),
      unpricedTries: sum((usage) => usage.unpriced),
    };
  });
}

function awsDollarsPerCall(plans: Plans, planId: string, methods: readonly MethodUsage[]): number {
  const answered = methods.reduce((sum, method) => sum + method.answered, 0);
  const milliseconds = methods.reduce((sum, method) => sum + method.milliseconds, 0);
  const meanLatency = answered > 0 ? milliseconds / answered : undefined;
  return planCost(plans.find(planId) ?? plans.free, meanLatency).perMillion / 1e6;
}
