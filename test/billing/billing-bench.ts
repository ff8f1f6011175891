import { FakeStripe } from '../../packages/fake-stripe/fake-stripe.ts';
import { fakeStripeClient } from '../../packages/fake-stripe/http/client.ts';
import { type ApiRequest, type HttpAnswer, StripeApi } from '../../packages/fake-stripe/http/stripe-api.ts';
import { registerAccount } from '../../src/accounts/accounts.ts';
import type { BillingSettings } from '../../src/billing/billing-settings.ts';
import { refreshSummary } from '../../src/billing/billing-summary.ts';
import { changePaidPlan } from '../../src/billing/change-paid-plan.ts';
import { startCheckout } from '../../src/billing/checkout.ts';
import type { ExcessKeyDeps } from '../../src/billing/excess-keys.ts';
import { settleAccount } from '../../src/billing/settle-account.ts';
import { syncCatalogue } from '../../src/billing/sync-catalogue.ts';
import { listActivity } from '../../src/directory/activity.ts';
import type { Account } from '../../src/directory/directory-items.ts';
import { findAccount } from '../../src/directory/directory-reads.ts';
import { createKey } from '../../src/keys/create-key.ts';
import { createLog } from '../../src/log.ts';
import type { Plans } from '../../src/plans.ts';
import type { Directory } from '../../src/table/directory-table.ts';
import { noCalls } from '../keys/new-key.ts';
import { byCustomer, customer } from '../support/change-requests.ts';
import { memoryDirectory } from '../support/memory-directory.ts';
import { keyNames } from '../support/plans.ts';
import { plans as fixedPlans } from '../support/settings.ts';

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
  graceEveryMonths: 0,
  excessKeysDays: 7,
  stripeRequestsPerSecond: 25,
  onFraudWarning: 'report',
  cataloguePrefix: 'sluice',
};

export type Card = 'pays' | 'is_declined' | 'asks';

class FaultyApi extends StripeApi {
  #left = Number.POSITIVE_INFINITY;
  #isCarriedOut = true;

  failAt(request: number | undefined, isCarriedOut: boolean): void {
    this.#left = request ?? Number.POSITIVE_INFINITY;
    this.#isCarriedOut = isCarriedOut;
  }

  override answer(request: ApiRequest): HttpAnswer | undefined {
    this.#left -= 1;
    if (this.#left > 0) return super.answer(request);
    if (this.#left === 0 && this.#isCarriedOut) super.answer(request);
    return undefined;
  }
}

/** An account on the free plan, and a fake Stripe with the catalogue of the settings. */
export async function billingBench({
  settings = {},
  retries = 'unpaid',
  directory = memoryDirectory(),
  plans = fixedPlans,
}: {
  readonly settings?: Partial<BillingSettings>;
  /** What Stripe does after the last try to charge an unpaid invoice. */
  readonly retries?: 'cancel' | 'unpaid' | 'past_due';
  /** Default: one in memory. */
  readonly directory?: Directory;
  /** Default: those of the tests' settings. */
  readonly plans?: Plans;
} = {}) {
  let now = startedAt;
  const clock = () => now;
  const fake = new FakeStripe({ clock, retries });
  const api = new FaultyApi(fake);
  const logged: string[] = [];
  const lastUsed = new Map<string, number>();
  const deps: ExcessKeyDeps = {
    stripe: fakeStripeClient(fake, api),
    settings: { ...billingSettings, ...settings },
    plans,
    directory,
    clock,
    log: createLog('info', (line) => logged.push(line)),
    lastUsedAt: async () => lastUsed,
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
    /** When keys were last used, by id. */
    lastUsed,
    account,
    customerId,
    checkout,
    pay,
    /** Becomes a paying customer, as Checkout and the event of it do. */
    subscribe: async (planId: string): Promise<Account> => {
      pay((await checkout(planId)).url);
      const settled = await settleAccount(deps, accountId);
      await refreshSummary(deps, settled);
      return settled;
    },
    keys: async (count: number) => {
      const keyDeps = { ...deps, readCalls: noCalls };
      for (const name of keyNames(count)) await createKey(keyDeps, byCustomer(accountId), { name });
    },
    settle: async (): Promise<Account> => {
      const settled = await settleAccount(deps, accountId);
      await refreshSummary(deps, settled);
      return settled;
    },
    change: (planId: string) => changePaidPlan(deps, byCustomer(accountId), planId),
    /** The connection breaks at this request from now on, counted from 1; with `isCarriedOut`, after Stripe did it. */
    failAt: (request: number | undefined, isCarriedOut = true) => api.failAt(request, isCarriedOut),
    /** Moves the clock of both. */
    advance: (ms: number) => {
      now += ms;
      fake.tick();
    },
    setCard: async (card: Card) => fake.changeCards(await customerId(), card),
    payInvoice: (url: string, card: Card = 'pays') => fake.payInvoice(lastPart(url), { card }),
    /** What the account's activity tells, oldest first. */
    activity: async () => {
      const { rows } = await listActivity(deps.directory, accountId, { from: 0, limit: 100 });
      return rows.toReversed().map(({ action, after }) => ({ action, ...after }));
    },
    /** Money that the customer has paid and not got back, and their credit. */
    money: async () => {
      const { data } = await deps.stripe.charges.list({ customer: await customerId(), limit: 100 });
      const succeeded = data.filter(({ status }) => status === 'succeeded');
      const paid = succeeded.reduce(
        (sum, { amount_captured, amount_refunded }) => sum + amount_captured - amount_refunded,
        0,
      );
      const stripeCustomer = await deps.stripe.customers.retrieve(await customerId());
      return { paid, credit: stripeCustomer.deleted ? 0 : 0 - stripeCustomer.balance };
    },
  };
}

export type BillingBench = Awaited<ReturnType<typeof billingBench>>;

const lastPart = (url: string): string => new URL(url).pathname.split('/').at(-1) ?? '';
