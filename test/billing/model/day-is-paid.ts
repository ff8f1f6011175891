import { type BillingWorld, plans } from './billing-world.ts';
import { ChargedDays } from './charged-days.ts';
import { BrokenGuarantee } from './guarantees.ts';
import type { Ledger } from './ledger.ts';

/**
 * On every UTC day, each key was allowed at most the quotas of the plans, each for the share of the day that was charged at
 * it, and no part of a day was paid twice. Apart from the quotas: trials, the first days of an unpaid invoice, and plans that the operator assigned.
 */
export function dayIsPaid(world: BillingWorld, ledger: Ledger): void {
  const { graceDays } = world.deps.settings;
  const charged = new ChargedDays(ledger, { plans, graceDays, endedElsewhere: world.endedElsewhere });
  for (const { day, calls, changes, isAssigned } of world.allowed.days()) {
    if (isAssigned) continue;
    const start = Date.parse(`${day}T00:00:00Z`) / 1_000;
    if (charged.isChargedTwice(start)) throw new BrokenGuarantee('a day is paid once', `${day} is charged twice`);
    const paid = charged.on(start);
    // A call for each change that rounds up, and the second of each of Stripe's times.
    if (!paid || calls <= paid.calls + paid.slack + changes * (1 + plansPerSecond)) continue;
    throw new BrokenGuarantee(
      "a day's quota is paid for",
      `${calls} calls of a key on ${day}, but ${Math.round(paid.calls)} were charged`,
    );
  }
}

/** Stripe's times are whole seconds, and calls take a part of one. */
const plansPerSecond = Math.ceil(Math.max(...plans.all.map(({ limits }) => limits.callsPerDay)) / 86_400);
