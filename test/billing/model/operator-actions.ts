import { changePlan, resumeAccount, suspendAccount } from '../../../src/accounts/account-plan.ts';
import { endSubscription } from '../../../src/billing/end-subscription.ts';
import { endGracePeriods } from '../../../src/billing/grace-periods.ts';
import { reconcile } from '../../../src/billing/reconcile.ts';
import { byOperator } from '../../support/change-requests.ts';
import type { BankAction, OperatorAction } from './actions.ts';
import type { BillingWorld } from './billing-world.ts';
import { atStripe, customerOf } from './customer-actions.ts';
import {
  chargesAt,
  disputesAt,
  isLiveAtStripe,
  pricesAt,
  refundsAt,
  type StripeCharge,
  subscriptionsAt,
} from './stripe-objects.ts';

/** Does what the operator or a bank does and tells how it ended. */
export async function operatorActs(world: BillingWorld, action: OperatorAction | BankAction): Promise<string> {
  const { deps, accountId, fake } = world;
  const request = byOperator(accountId);
  switch (action.do) {
    case 'assign plan':
      world.assignedPlans.add(action.plan);
      await changePlan(deps, request, action.plan);
      return 'assigned';
    case 'suspend':
      return (await suspendAccount(deps, request)).state;
    case 'resume':
      return (await resumeAccount(deps, request)).state;
    case 'end subscription':
      await endSubscription(deps, request);
      return 'ended';
    case 'reconcile': {
      const { report } = await reconcile(deps);
      if (report.failed > 0) return 'failed';
      return report.duplicates > 0 ? 'duplicate ended' : report.repaired > 0 ? 'repaired' : 'same';
    }
    case 'run job': {
      const { ended, failed } = await endGracePeriods(deps, Number.POSITIVE_INFINITY);
      return failed > 0 ? 'failed' : ended > 0 ? 'grace ended' : 'nothing due';
    }
    case 'refund':
      return atStripe(world, () => refund(world, action.share));
    case 'cancel at Stripe':
      return atStripe(world, () => cancel(world, action.prorate));
    case 'subscribe at Stripe': {
      const customer = await customerOf(world);
      return customer === undefined ? 'no customer' : atStripe(world, () => subscribe(world, customer, action.plan));
    }
    case 'dispute':
      return atStripe(world, () => {
        const charge = newestCharge(world);
        if (!charge) return 'no charge';
        fake.openDispute(charge.id);
        world.moneyBack.set(charge.id, world.now);
        return 'disputed';
      });
    case 'win dispute':
    case 'lose dispute':
      return atStripe(world, () => {
        const open = disputesAt(fake).findLast(({ status }) => status === 'needs_response');
        if (!open) return 'no dispute';
        fake.closeDispute(open.id, action.do === 'win dispute' ? 'won' : 'lost');
        return action.do === 'win dispute' ? 'won' : 'lost';
      });
    case 'reject refund':
      return atStripe(world, () => {
        const made = refundsAt(fake).findLast(({ status }) => status === 'succeeded');
        if (!made) return 'no refund';
        fake.failRefund(made.id);
        return 'rejected';
      });
    case 'fraud warning':
      return atStripe(world, () => {
        const charge = newestCharge(world);
        if (!charge) return 'no charge';
        fake.warnOfFraud(charge.id);
        return 'warned';
      });
  }
}

const newestCharge = ({ fake }: Pick<BillingWorld, 'fake'>): StripeCharge | undefined =>
  chargesAt(fake).findLast(
    ({ status, disputed, amount, amount_refunded }) => status === 'succeeded' && !disputed && amount_refunded < amount,
  );

function refund({ fake, moneyBack, now }: BillingWorld, share: number): string {
  const charge = newestCharge({ fake });
  if (!charge) return 'no charge';
  const amount = Math.max(1, Math.round((charge.amount - charge.amount_refunded) * share));
  const { status } = fake.call({ method: 'POST', path: '/v1/refunds', params: { charge: charge.id, amount } });
  if (status === 200) moneyBack.set(charge.id, now);
  return status === 200 ? 'refunded' : 'refused';
}

function cancel({ fake, forfeited, endedElsewhere }: BillingWorld, prorate: boolean): string {
  const subscription = subscriptionsAt(fake).find(isLiveAtStripe);
  if (!subscription) return 'no subscription';
  const path = `/v1/subscriptions/${subscription.id}`;
  const { status } = fake.call({ method: 'DELETE', path, params: { prorate, invoice_now: prorate } });
  if (status !== 200) return 'refused';
  endedElsewhere.add(subscription.id);
  if (!prorate) forfeited.add(subscription.id);
  return 'canceled';
}

function subscribe({ fake, madeByOperator }: BillingWorld, customer: string, plan: string): string {
  const price = pricesAt(fake).find(({ metadata }) => metadata.planId === plan)?.id ?? '';
  fake.changeCards(customer, 'pays');
  const known = new Set(subscriptionsAt(fake).map(({ id }) => id));
  const { status } = fake.call({ method: 'POST', path: '/v1/subscriptions', params: { customer, items: [{ price }] } });
  for (const { id } of subscriptionsAt(fake)) if (!known.has(id)) madeByOperator.add(id);
  return status === 200 ? 'subscribed' : 'refused';
}
