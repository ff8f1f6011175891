import { FakeStripe } from '../../packages/fake-stripe/fake-stripe.ts';
import { fakeStripeClient } from '../../packages/fake-stripe/http/client.ts';
import { StripeApi } from '../../packages/fake-stripe/http/stripe-api.ts';
import { registerAccount } from '../../src/accounts/accounts.ts';
import type { BillingDeps } from '../../src/billing/billing-deps.ts';
import type { BillingSettings } from '../../src/billing/billing-settings.ts';
import { startCheckout } from '../../src/billing/checkout.ts';
import { settleAccount } from '../../src/billing/settle-account.ts';
import { syncCatalogue } from '../../src/billing/sync-catalogue.ts';
import { listActivity } from '../../src/directory/activity.ts';
import type { Account } from '../../src/directory/directory-items.ts';
import { findAccount } from '../../src/directory/directory-reads.ts';
import { createLog } from '../../src/log.ts';
import { byCustomer, customer } from '../support/change-requests.ts';
import { emptyDirectory } from '../support/dynamodb.ts';
import { plans } from '../support/settings.ts';

export const accountId = 'acme';
export const email = 'ada@example.com';
export const startedAt = Date.UTC(2026, 10, 20);
export const returnUrls = {
  success: 'https://dashboard.example/plan?checkout=done',
  cancel: 'https://dashboard.example/plan',
};

export const billingSettings: BillingSettings = {
  secretName: 'stripe',
  currency: 'usd',
  taxBehavior: 'exclusive',
  automaticTax: false,
  collectTaxIds: false,
  promotionCodes: false,
  trialDays: 0,
  graceDays: 7,
  onFraudWarning: 'report',
  cataloguePrefix: 'sluice',
};

export type Card = 'pays' | 'is_declined' | 'asks';

/** An account on the free plan, and a fake Stripe with the catalogue of the settings. */
export async function billingBench(
  settings: Partial<BillingSettings> = {},
  retries: 'cancel' | 'unpaid' | 'past_due' = 'unpaid',
) {
  let now = startedAt;
  const clock = () => now;
  const fake = new FakeStripe({ clock, retries });
  const api = new StripeApi(fake);
  const logged: string[] = [];
  const deps: BillingDeps = {
    stripe: fakeStripeClient(fake, api),
    settings: { ...billingSettings, ...settings },
    plans,
    directory: await emptyDirectory(),
    clock,
    log: createLog('info', (line) => logged.push(line)),
  };
  await registerAccount(deps, { accountId, email, planId: 'free' }, customer);
  await syncCatalogue({ ...deps, serviceName: 'Sluice' }, { dryRun: false });
  const account = (): Promise<Account> => findAccount(deps.directory, accountId);
  const customerId = async (): Promise<string> => (await account()).billing?.customerId ?? '';
  const checkout = (planId: string) => startCheckout(deps, byCustomer(accountId), planId, returnUrls);
  const pay = (url: string, card: Card = 'pays') => fake.payCheckout(lastPart(url), { card });
  return {
    deps,
    fake,
    api,
    logged,
    account,
    customerId,
    checkout,
    pay,
    /** Becomes a paying customer, as Checkout and the event of it do. */
    subscribe: async (planId: string): Promise<Account> => {
      pay((await checkout(planId)).url);
      return settleAccount(deps, accountId);
    },
    /** Moves the clock of both. */
    advance: (ms: number) => {
      now += ms;
      fake.tick();
    },
    setCard: async (card: Card) => fake.changeCards(await customerId(), card),
    payInvoice: (url: string, card: Card = 'pays') => fake.payInvoice(lastPart(url), { card }),
    /** What the account's activity tells, oldest first. */
    activity: async () => {
      const rows = await listActivity(deps.directory, accountId, { from: 0, limit: 100 });
      return rows.toReversed().map(({ action, after }) => ({ action, ...after }));
    },
    /** Money that the customer has paid and not got back, and his credit. */
    money: async () => {
      const { data } = await deps.stripe.charges.list({ customer: await customerId(), limit: 100 });
      const succeeded = data.filter(({ status }) => status === 'succeeded');
      const paid = succeeded.reduce(
        (sum, { amount_captured, amount_refunded }) => sum + amount_captured - amount_refunded,
        0,
      );
      const stripeCustomer = await deps.stripe.customers.retrieve(await customerId());
      return { paid, credit: stripeCustomer.deleted ? 0 : -stripeCustomer.balance };
    },
  };
}

export type BillingBench = Awaited<ReturnType<typeof billingBench>>;

const lastPart = (url: string): string => new URL(url).pathname.split('/').at(-1) ?? '';
