import * as v from 'valibot';
import { type Account, accountItemSchema, isTombstone } from '../directory/directory-items.ts';
import { AccountDeletedError, AccountNotFoundError, findAccount } from '../directory/directory-reads.ts';
import { readPosition, storePosition } from '../directory/pass-position.ts';
import type { ScanTable } from '../table/directory-table.ts';
import type { Item } from '../table/item-table.ts';
import type { EpochMs } from '../time.ts';
import type { BillingDeps } from './billing-deps.ts';
import { BillingConfigurationError } from './billing-errors.ts';
import type { ExcessKeyDeps } from './excess-keys.ts';
import { reconcileAccount } from './reconcile-account.ts';
import {
  addAccount,
  addFindings,
  emptyReport,
  type ReconciliationReport,
  reportSchema,
} from './reconciliation-report.ts';

export type { ReconciliationReport } from './reconciliation-report.ts';

export type ReconciliationOptions = {
  /** Changes nothing. */
  readonly dryRun?: boolean;
  /** Nothing further is begun then. Default: no end. */
  readonly deadline?: EpochMs;
  /** Continues where the last run stopped, and stores where this one stops. Default: a whole pass from the start. */
  readonly resume?: boolean;
};

type ReconcileDeps = ExcessKeyDeps & { readonly scan: ScanTable };

/** Each takes about ten calls, and Stripe allows 100 a second (25 in test mode). */
const atOnce = 4;

/**
 * Compares all accounts with Stripe, repairs differences, and cancels and refunds second subscriptions. An account that
 * fails does not stop the others. The report is of the whole pass, also if it took several runs.
 */
export async function reconcile(
  deps: ReconcileDeps,
  { dryRun = false, deadline = Number.POSITIVE_INFINITY, resume = false }: ReconciliationOptions = {},
): Promise<{ report: ReconciliationReport; isComplete: boolean }> {
  const { directory, clock, scan } = deps;
  const position = resume ? await unfinishedPass(deps) : undefined;
  const report = position?.report ?? emptyReport();
  let start = position?.start;
  do {
    const { items, next } = await scan(start);
    const last = await reconcilePage(deps, items, report, { dryRun, deadline });
    start = last ?? next;
  } while (start && clock() < deadline);
  if (resume) await storePosition(directory, 'RECONCILIATION', start && { start, report }, clock());
  return { report, isComplete: start === undefined };
}

/** Whether a pass has been stopped by its deadline and waits for `resume`. */
export const isReconciliationUnfinished = async (deps: BillingDeps): Promise<boolean> =>
  (await unfinishedPass(deps)) !== undefined;

async function unfinishedPass({ directory, clock }: BillingDeps) {
  const position = await readPosition(directory, 'RECONCILIATION', clock());
  const report = v.safeParse(reportSchema, position?.report);
  return position && report.success ? { start: position.start, report: report.output } : undefined;
}

/** One account, for the operator. @throws {AccountNotFoundError} @throws {AccountDeletedError} */
export async function reconcileOne(
  deps: ExcessKeyDeps,
  accountId: string,
  dryRun: boolean,
): Promise<ReconciliationReport> {
  const report = emptyReport();
  await addOne(deps, await findAccount(deps.directory, accountId), report, dryRun);
  return report;
}

type PageOptions = Required<Pick<ReconciliationOptions, 'dryRun' | 'deadline'>>;

/** Returns the last row that was done if the deadline came first. */
async function reconcilePage(
  deps: ReconcileDeps,
  items: readonly Item[],
  report: ReconciliationReport,
  { dryRun, deadline }: PageOptions,
): Promise<Item | undefined> {
  const accounts = items.filter((item) => item.sk === 'ACCOUNT' && !isTombstone(item) && item.state !== 'deleting');
  for (let index = 0; index < accounts.length; index += atOnce) {
    const batch = accounts.slice(index, index + atOnce);
    await Promise.all(batch.map((item) => addOne(deps, v.parse(accountItemSchema, item), report, dryRun)));
    if (deps.clock() >= deadline && index + atOnce < accounts.length) return batch.at(-1);
  }
  return undefined;
}

async function addOne(
  deps: ExcessKeyDeps,
  account: Account,
  report: ReconciliationReport,
  dryRun: boolean,
): Promise<void> {
  if (!account.billing) return addAccount(report, account);
  try {
    const findings = await reconcileAccount(deps, account, dryRun);
    addFindings(report, findings);
    const { accountId } = account;
    if (findings.isRepaired) deps.log.warn('account_repaired', { accountId });
    if (findings.problem) deps.log.warn('account_problem', { accountId, problem: findings.problem });
    addAccount(report, findings.account);
  } catch (error) {
    if (error instanceof AccountDeletedError || error instanceof AccountNotFoundError) return;
    report.checked += 1;
    report.failed += 1;
    addAccount(report, account);
    const line = { accountId: account.accountId, detail: String(error) };
    deps.log.error('reconciliation_failed', line);
    if (error instanceof BillingConfigurationError) deps.log.error('billing_misconfigured', line);
  }
}
