import { type ActivityRow, activityRange, readActivityRow } from '../directory/activity.ts';
import type { Account } from '../directory/directory-items.ts';
import type { TableReads } from '../table/signed-table.ts';
import type { EpochMs } from '../time.ts';

/** `to` is exclusive. */
export type TimeRange = { readonly from: EpochMs; readonly to: EpochMs };

/** A time in which an account had a plan; `active` unless it was suspended, or the plan was not paid. */
export type PlanPeriod = TimeRange & { readonly planId: string; readonly active: boolean };

type PlanState = { readonly planId: string; readonly paid: boolean; readonly suspended: boolean };

/** The plans of an account in a range, oldest first, by its activity. Without the time before the account existed. */
export async function planPeriods(
  directory: Pick<TableReads, 'pages'>,
  account: Account,
  { from, to }: TimeRange,
): Promise<PlanPeriod[]> {
  const rows = await planRows(directory, account.accountId, from);
  let state = stateBefore(rows, from, account);
  const periods: PlanPeriod[] = [];
  let start = Math.max(from, account.createdAt);
  for (const row of rows.filter(({ at }) => at >= from)) {
    const next = after(state, row);
    const end = Math.max(start, Math.min(row.at, to));
    if (!isSame(next, state)) {
      if (end > start) periods.push(periodOf(state, start, end));
      [state, start] = [next, end];
    }
  }
  if (to > start) periods.push(periodOf(state, start, to));
  return periods;
}

const periodOf = ({ planId, paid, suspended }: PlanState, from: EpochMs, to: EpochMs): PlanPeriod => ({
  from,
  to,
  planId,
  active: paid && !suspended,
});

const isSame = (one: PlanState, other: PlanState): boolean =>
  one.planId === other.planId && one.paid === other.paid && one.suspended === other.suspended;

const planActions: ReadonlySet<string> = new Set(['account_created', 'plan_changed', 'plan_ended', 'plan_restored']);
const suspensions: ReadonlySet<string> = new Set(['account_suspended', 'account_resumed']);

/** Rows that change the plan, oldest first: those from `from` on, and the last one before. */
async function planRows(
  directory: Pick<TableReads, 'pages'>,
  accountId: string,
  from: EpochMs,
): Promise<ActivityRow[]> {
  const rows: ActivityRow[] = [];
  for await (const page of directory.pages({ ...activityRange(accountId), descending: true, pageSize: 100 })) {
    for (const row of page.map(readActivityRow)) {
      if (planActions.has(row.action) || suspensions.has(row.action)) rows.unshift(row);
      if (row.at < from && planActions.has(row.action)) return rows;
    }
  }
  return rows;
}

/** What held before the first row from `from` on. Rows do not say everything: what they leave out is as it is now. */
function stateBefore(rows: readonly ActivityRow[], from: EpochMs, account: Account): PlanState {
  const now = { planId: account.planId, paid: account.inactive === null, suspended: account.state === 'suspended' };
  const later = rows.filter(({ at }) => at >= from);
  const ofPlan = later.find(({ action }) => planActions.has(action));
  const suspension = later.find(({ action }) => suspensions.has(action));
  const before = rows.findLast(({ at, action }) => at < from && planActions.has(action));
  return {
    planId: String(ofPlan?.before?.planId ?? ofPlan?.after?.planId ?? now.planId),
    paid: before ? before.action !== 'plan_ended' : ofPlan ? ofPlan.action !== 'plan_restored' : now.paid,
    suspended: suspension ? suspension.action === 'account_resumed' : now.suspended,
  };
}

function after(state: PlanState, { action, after: values }: ActivityRow): PlanState {
  if (action === 'account_suspended') return { ...state, suspended: true };
  if (action === 'account_resumed') return { ...state, suspended: false };
  return { ...state, planId: String(values?.planId ?? state.planId), paid: action !== 'plan_ended' };
}
