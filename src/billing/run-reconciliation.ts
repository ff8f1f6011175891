import * as v from 'valibot';
import { billingMetricNames, type Metrics } from '../embedded-metrics.ts';
import type { Directory, ScanTable } from '../table/directory-table.ts';
import { dayOf, type EpochMs, hourMs } from '../time.ts';
import type { ExcessKeyDeps } from './excess-keys.ts';
import { endGracePeriods } from './grace-periods.ts';
import { passMetrics } from './pass-metrics.ts';
import { isReconciliationUnfinished, reconcile } from './reconcile.ts';

export type ReconciliationDeps = ExcessKeyDeps & {
  readonly scan: ScanTable;
  readonly emit: (metrics: Metrics) => void;
};

/**
 * One run: ends the grace periods that are over. If the night's pass over all accounts has not ended, it also begins or
 * continues that pass. Concurrent and killed runs do no harm.
 * @param deadline nothing further is begun then
 */
export async function runReconciliation(deps: ReconciliationDeps, deadline: EpochMs): Promise<void> {
  const { clock, log, emit } = deps;
  let isComplete = false;
  try {
    const grace = await endGracePeriods(deps, deadline);
    log.info('grace_periods_ended', grace);
    await continuePass(deps, deadline);
    isComplete = grace.failed === 0;
  } finally {
    const value = isComplete ? 1 : 0;
    emit({
      at: clock(),
      dimensions: {},
      dimensionSets: [[]],
      values: { [billingMetricNames.billingRunComplete]: { unit: 'Count', value } },
    });
  }
}

async function continuePass(deps: ReconciliationDeps, deadline: number): Promise<void> {
  const { directory, plans, settings, clock, log, emit } = deps;
  const isOpen = await isReconciliationUnfinished(deps);
  if (!isOpen && !isDue(await findLastPass(directory), clock())) return;
  const { report, isComplete } = await reconcile(deps, { deadline, resume: true });
  if (!isComplete) return;
  log.info('billing_reconciled', report);
  for (const metrics of passMetrics(report, { plans, currency: settings.currency, at: clock() })) emit(metrics);
  // A run that is killed before this repeats the pass.
  await directory.put({ ...lastPassKey, endedAt: clock(), failed: report.failed });
}

const lastPassKey = { pk: 'RECONCILIATION', sk: 'LAST_PASS' };
const lastPassSchema = v.object({ endedAt: v.number(), failed: v.number() });

type LastPass = v.InferOutput<typeof lastPassSchema>;

async function findLastPass(directory: Directory): Promise<LastPass | undefined> {
  const last = v.safeParse(lastPassSchema, await directory.get(lastPassKey));
  return last.success ? last.output : undefined;
}

/** Long enough for an outage of Stripe to end, and for a pass over many accounts to be affordable. */
const repeatMs = 2 * hourMs;

/** Every UTC day has a pass; one with failures is repeated. */
const isDue = (last: LastPass | undefined, now: number): boolean =>
  !last || dayOf(last.endedAt) !== dayOf(now) || (last.failed > 0 && now - last.endedAt >= repeatMs);
