import type { BillingDeps } from './billing-deps.ts';

/** Ends the grace periods that are over: every 15 minutes. Returns how many accounts failed; the log says why. */
export async function endGracePeriods(
  _deps: BillingDeps,
  _deadline: number,
): Promise<{ ended: number; failed: number }> {
  throw new Error('Not built yet.');
}
