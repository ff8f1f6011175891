import type { Item } from '../../../src/table/item-table.ts';
import { type BillingWorld, plans } from './billing-world.ts';
import { dayIsPaid } from './day-is-paid.ts';
import {
  type Account,
  BrokenGuarantee,
  creditFollowsMoney,
  neverTwice,
  paidTimeIsCredited,
  type Rows,
} from './guarantees.ts';
import { imbalance } from './imbalance.ts';
import type { Ledger } from './ledger.ts';
import { isLiveAtStripe } from './stripe-objects.ts';

const graceMs = 7 * 24 * 3_600_000;

/** What holds after all has calmed down: no outage, events delivered, one reconciliation. */
export function checkFinalState(world: BillingWorld, { account, rows }: Rows, ledger: Ledger): void {
  if (account) {
    neverTwice(world, ledger);
    paidTimeIsCredited(world, ledger);
    creditFollowsMoney(world, ledger);
    dayIsPaid(world, ledger);
  }
  const difference = imbalance(ledger);
  if (difference !== undefined) throw new BrokenGuarantee('money adds up', difference);
  if (!account) return;
  const live = ledger.subscriptions.filter(isLiveAtStripe);
  if (live.length > 1) throw new BrokenGuarantee('one subscription', live.map(({ id }) => id).join(', '));
  planOfTable(world, account, ledger);
  moneyIsTold(rows, ledger);
}

/** The table of docs/billing.md, for at most one subscription that has not ended. */
function planOfTable(world: BillingWorld, account: Account, ledger: Ledger): void {
  const [one] = ledger.subscriptions.filter(isLiveAtStripe);
  if (!one) {
    withoutSubscription(world, account, ledger);
    return;
  }
  const planId = ledger.planOf(one.items.data[0]?.price.id ?? '');
  const isPaid = one.status === 'active' || one.status === 'trialing';
  const hasGrace = one.status === 'past_due' && world.now < graceEnd(one.id, ledger) && ledger.charges.length > 0;
  const isLater = hasGrace && account.billing?.graceEndsAt === null && world.deps.settings.graceEveryMonths > 0;
  const isInactive = ledger.owed > 0 || (!isPaid && (!hasGrace || isLater));
  const expected = `${planId} ${isInactive ? 'unpaid' : null} by ${one.id}`;
  const found = `${account.planId} ${account.inactive} by ${account.billing?.subscriptionId}`;
  if (found !== expected)
    throw new BrokenGuarantee('the table of plans', `${found} instead of ${expected} (${one.status})`);
}

function graceEnd(subscription: string, { invoices }: Ledger): number {
  const due = invoices
    .filter(({ status, billing_reason }) => status === 'open' && billing_reason !== 'subscription_update')
    .filter(({ parent }) => parent?.subscription_details.subscription === subscription)
    .map(({ status_transitions }) => (status_transitions.finalized_at ?? 0) * 1_000);
  return Math.min(...due) + graceMs;
}

function withoutSubscription({ assignedPlans }: BillingWorld, account: Account, { owed }: Ledger): void {
  const { planId, inactive, billing, activeKeys } = account;
  if (billing?.subscriptionId) throw new BrokenGuarantee('the table of plans', `${billing.subscriptionId} has ended`);
  if (owed > 0 && inactive === 'unpaid') return;
  const keys = activeKeys.length;
  const isTooMany = keys > (plans.find(planId)?.keys ?? 0);
  if (
    planId === plans.free.id
      ? (inactive === 'too_many_keys') === isTooMany
      : assignedPlans.has(planId) && inactive === null
  )
    return;
  throw new BrokenGuarantee('the table of plans', `${planId} ${inactive} with ${keys} keys and no subscription`);
}

/** Each payment has one row of activity, and the rows of its refunds add up. */
function moneyIsTold(rows: readonly Item[], { charges }: Ledger): void {
  const told = rows.filter(({ sk }) => String(sk).startsWith('ACTIVITY#'));
  for (const { id, amount, amount_refunded, disputed } of charges) {
    const sumOf = (action: string) => amountsOf(told, action, id).join('+');
    if (sumOf('payment_received') !== String(amount)) {
      throw new BrokenGuarantee('money is recorded', `payment of ${amount}: ${sumOf('payment_received')}`);
    }
    const sumUp = (action: string) => amountsOf(told, action, id).reduce((one, other) => one + other, 0);
    const refunded = sumUp('payment_refunded') - sumUp('refund_failed');
    if (refunded !== amount_refunded) {
      throw new BrokenGuarantee('money is recorded', `refund of ${amount_refunded}: ${refunded}`);
    }
    if (amountsOf(told, 'payment_disputed', id).length !== (disputed ? 1 : 0)) {
      throw new BrokenGuarantee('money is recorded', `dispute of ${id}`);
    }
  }
}

const amountsOf = (rows: readonly Item[], action: string, chargeId: string): number[] =>
  rows.flatMap((row) => {
    const after: unknown = row.action === action ? row.after : undefined;
    const isOfCharge =
      typeof after === 'object' && after !== null && 'chargeId' in after && after.chargeId === chargeId;
    return isOfCharge && 'amount' in after ? [Number(after.amount)] : [];
  });
