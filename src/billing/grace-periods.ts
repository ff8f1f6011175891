import { changeAccountAndSecrets } from '../accounts/account-plan.ts';
import { AccountDeletedError, AccountNotFoundError } from '../directory/directory-reads.ts';
import type { EpochMs } from '../time.ts';
import { type BillingDeps, byBilling } from './billing-deps.ts';
import { BillingConfigurationError, BillingUnavailableError } from './billing-errors.ts';
import { accountsAfterGrace, graceRowEnd, graceWrite } from './billing-rows.ts';
import { settleAccount } from './settle-account.ts';

/**
 * Ends the grace periods that are over: every 15 minutes. Stops at the deadline. Returns how many
 * accounts failed; the log says why.
 */
export async function endGracePeriods(
  deps: BillingDeps,
  deadline: EpochMs,
): Promise<{ ended: number; failed: number }> {
  const counts = { ended: 0, failed: 0 };
  for await (const accountId of accountsAfterGrace(deps.directory, deps.clock())) {
    if (deps.clock() >= deadline) break;
    try {
      await endGracePeriod(deps, accountId);
      counts.ended += 1;
    } catch (error) {
      if (error instanceof AccountDeletedError || error instanceof AccountNotFoundError) continue;
      counts.failed += 1;
      deps.log.error('grace_period_failed', { accountId, detail: String(error) });
    }
  }
  return counts;
}

/**
 * The plan ends on time even if Stripe cannot be asked. Then the row of the grace period stays, so that the next run asks
 * again: an account that has paid gets its plan back.
 */
async function endGracePeriod(deps: BillingDeps, accountId: string): Promise<void> {
  try {
    const { billing } = await settleAccount(deps, accountId);
    const endsAt = await graceRowEnd(deps.directory, accountId);
    if (endsAt !== (billing?.graceEndsAt ?? null)) await correctRow(deps, accountId);
  } catch (error) {
    const isUnknown = error instanceof BillingUnavailableError || error instanceof BillingConfigurationError;
    if (!isUnknown) throw error;
    await endByClock(deps, accountId);
    throw error;
  }
}

/** A restore of the table may have brought an old row back. */
const correctRow = (deps: BillingDeps, accountId: string) =>
  changeAccountAndSecrets(deps, { accountId, origin: byBilling }, async (_, { billing }) => ({
    changes: {},
    writes: [graceWrite(accountId, billing?.graceEndsAt ?? null)],
  }));

const endByClock = (deps: BillingDeps, accountId: string) =>
  changeAccountAndSecrets(deps, { accountId, origin: byBilling }, async (_, { planId, inactive, billing }) => {
    const isOver = billing?.graceEndsAt != null && billing.graceEndsAt <= deps.clock();
    if (!isOver || inactive !== null) return undefined;
    const after = { planId, reason: 'unpaid' };
    return { changes: { inactive: 'unpaid' }, activity: { action: 'plan_ended', before: { planId }, after } };
  });
