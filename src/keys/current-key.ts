import { type CurrentCalls, readCurrentCalls } from '../limits/current-calls.ts';
import type { Limits, Plan } from '../plans.ts';
import type { ItemTable } from '../table/item-table.ts';
import type { TableReads } from '../table/signed-table.ts';
import { type Clock, dayMs } from '../time.ts';
import { queryUsage } from '../usage/query-usage.ts';
import type { UsageReport } from '../usage/usage-report.ts';
import type { CallerIdentity } from './authorize.ts';
import { effectiveLimits } from './key-slots.ts';

/** Today and the days before it. */
const shownDays = 7;

export type CurrentKey = {
  readonly identity: CallerIdentity;
  readonly limits: Limits;
  readonly calls: CurrentCalls;
  readonly days: UsageReport['points'];
};

export type CurrentKeyDeps = {
  readonly admissions: Pick<ItemTable, 'get'>;
  readonly usage: TableReads;
  readonly clock: Clock;
};

/** Reads one item of Admissions, the items of the shown days, and the hours of days without figures, such as today. */
export async function readCurrentKey(identity: CallerIdentity, plan: Plan, deps: CurrentKeyDeps): Promise<CurrentKey> {
  const { accountId, keyId } = identity;
  const at = deps.clock();
  const days = { accountId, keyId, from: at - (shownDays - 1) * dayMs, to: at + 1, span: 'day' } as const;
  const [calls, { points }] = await Promise.all([
    readCurrentCalls(deps.admissions, keyId, at),
    queryUsage(deps.usage, days, () => at),
  ]);
  return { identity, limits: effectiveLimits(plan.limits, identity, at), calls, days: points };
}
