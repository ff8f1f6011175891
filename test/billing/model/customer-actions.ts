import type { CardChoice, PageOutcome } from '../../../packages/fake-stripe/checkout/checkout-payment.ts';
import { FakeStripeError } from '../../../packages/fake-stripe/errors.ts';
import { deleteAccount } from '../../../src/accounts/delete-account.ts';
import { openPortal } from '../../../src/billing/billing-portal.ts';
import { changePaidPlan } from '../../../src/billing/change-paid-plan.ts';
import { startCheckout } from '../../../src/billing/checkout.ts';
import { closeBilling } from '../../../src/billing/close-billing.ts';
import { settleAccount } from '../../../src/billing/settle-account.ts';
import { findAccount } from '../../../src/directory/directory-reads.ts';
import { revokeKey } from '../../../src/keys/change-key.ts';
import { createKey } from '../../../src/keys/create-key.ts';
import { byCustomer } from '../../support/change-requests.ts';
import { returnUrls } from '../billing-bench.ts';
import type { CustomerAction } from './actions.ts';
import type { BillingWorld } from './billing-world.ts';
import { invoicesAt, isLiveAtStripe, subscriptionsAt } from './stripe-objects.ts';

const lastPart = (url: string): string => new URL(url).pathname.split('/').at(-1) ?? '';

/** Something in a browser at Stripe, or a click of the operator there. A refusal is an outcome. */
export const atStripe = (world: BillingWorld, click: () => string): Promise<string> =>
  world.processes.call(() => {
    try {
      return click();
    } catch (error) {
      if (error instanceof FakeStripeError) return 'refused by Stripe';
      throw error;
    }
  });

/** Does what a customer does and tells how it ended. */
export async function customerActs(world: BillingWorld, action: CustomerAction): Promise<string> {
  const { deps, accountId, fake } = world;
  switch (action.do) {
    case 'buy':
      return buy(world, action);
    case 'open Checkout':
      await openCheckout(world, action.plan);
      return 'opened';
    case 'pay a page': {
      const page = world.pages.at(-1 - action.tab);
      return page === undefined ? 'no page' : pay(world, page, action);
    }
    case 'change plan':
      return changePlan(world, action);
    case 'pay an invoice':
      return payInvoice(world, action);
    case 'change card': {
      const customer = await customerOf(world);
      if (customer === undefined) return 'no customer';
      return atStripe(world, () => {
        fake.changeCards(customer, action.card);
        return action.card;
      });
    }
    case 'cancel in portal':
      return cancelInPortal(world);
    case 'create keys':
      return createKeys(world, action.count);
    case 'revoke key':
      return revokeOldest(world);
    case 'look':
      await settleAccount(deps, accountId);
      return 'settled';
    case 'delete account':
      await removeAccount(world);
      return 'deleted';
  }
}

async function buy(world: BillingWorld, action: CustomerAction & { do: 'buy' }): Promise<string> {
  const outcome = await pay(world, await openCheckout(world, action.plan), action);
  // Stripe sends the customer back, and the plan page asks for the account.
  if (outcome === 'paid') await settleAccount(world.deps, world.accountId);
  return outcome;
}

async function openCheckout(world: BillingWorld, plan: string): Promise<string> {
  const { url } = await startCheckout(world.deps, byCustomer(world.accountId), plan, returnUrls);
  const page = lastPart(url);
  if (!world.pages.includes(page)) world.pages.push(page);
  return page;
}

/** The customer pays, and confirms if the card asks and the customer is willing to. */
async function pay(world: BillingWorld, page: string, { card, confirmed }: CardChoice): Promise<string> {
  const first = await atStripe(world, () => outcomeOf(world.fake.payCheckout(page, { card })));
  if (first !== 'asks' || !confirmed) return first;
  return atStripe(world, () => outcomeOf(world.fake.payCheckout(page, { card, confirmed: true })));
}

const outcomeOf = ({ kind }: PageOutcome): string => (kind === 'done' ? 'paid' : kind);

async function changePlan(world: BillingWorld, action: CustomerAction & { do: 'change plan' }): Promise<string> {
  const { card, plan, repeats, confirmed } = action;
  if (card) await customerActs(world, { do: 'change card', card });
  world.requestCount += 1;
  const idempotency = { key: `request-${world.requestCount}`, request: plan };
  const change = () => changePaidPlan(world.deps, byCustomer(world.accountId, idempotency), plan);
  const first = await change();
  const result = repeats ? await change() : first;
  if (result.kind === 'changed') return `to ${plan === 'free' ? 'free' : 'paid'}: changed`;
  if (!confirmed) return 'waits for its payment';
  return atStripe(world, () => outcomeOf(world.fake.payInvoice(lastPart(result.url), { card: 'pays' })));
}

async function payInvoice(world: BillingWorld, action: CustomerAction & { do: 'pay an invoice' }): Promise<string> {
  const open = invoicesAt(world.fake).filter(({ status }) => status === 'open');
  const invoice = open.at(action.newest ? -1 : 0);
  if (!invoice) return 'no open invoice';
  const choice = { ...(action.card && { card: action.card }), confirmed: action.confirmed };
  return atStripe(world, () => outcomeOf(world.fake.payInvoice(invoice.id, choice)));
}

async function cancelInPortal(world: BillingWorld): Promise<string> {
  const { url } = await openPortal(world.deps, world.accountId, returnUrls.cancel);
  return atStripe(world, () => {
    const subscription = subscriptionsAt(world.fake).find(isLiveAtStripe);
    if (!subscription) return 'no subscription';
    world.fake.cancelInPortal(lastPart(url), subscription.id);
    world.forfeited.add(subscription.id);
    world.endedElsewhere.add(subscription.id);
    return 'canceled';
  });
}

async function createKeys(world: BillingWorld, count: number): Promise<string> {
  for (let index = 0; index < count; index += 1) {
    world.keyCount += 1;
    const name = `key ${world.keyCount}`;
    await createKey({ ...world.deps, readCalls: async () => 0 }, byCustomer(world.accountId), { name });
  }
  return 'created';
}

async function revokeOldest(world: BillingWorld): Promise<string> {
  const { activeKeys } = await findAccount(world.deps.directory, world.accountId);
  const [keyId] = activeKeys;
  if (keyId === undefined) return 'no key';
  await revokeKey(world.deps, byCustomer(world.accountId), keyId);
  return 'revoked';
}

/** Deletes the account, or continues its deletion. */
export async function removeAccount(world: BillingWorld): Promise<void> {
  const { deps, accountId } = world;
  world.deletionBegan = true;
  const users = { signOut: async () => {}, delete: async () => {} };
  const usage = { delete: async () => {} };
  const closing = { closeBilling: (account: Parameters<typeof closeBilling>[1]) => closeBilling(deps, account) };
  await deleteAccount({ ...deps, ...closing, users, usage }, { accountId, origin: byCustomer(accountId).origin });
}

/** The customer at Stripe, as Directory has it. */
export async function customerOf({ storage, accountId }: BillingWorld): Promise<string | undefined> {
  const item = await storage.directory.get({ pk: `ACCOUNT#${accountId}`, sk: 'ACCOUNT' });
  const billing: unknown = item?.billing;
  const isKnown = typeof billing === 'object' && billing !== null && 'customerId' in billing;
  return isKnown ? String(billing.customerId) : undefined;
}
