import { TooManyRequestsError } from '../accounts/account-request-limit.ts';
import { takeTokens } from '../directory/token-bucket.ts';
import type { BillingDeps } from './billing-deps.ts';

// Stripe limits the requests of the whole Stripe account. So customers together may use half of them, and each account a few
// a minute; events have a quarter of their own, and the rest is for the jobs and the operator.

/** About how many requests to Stripe an operation makes. */
export const stripeRequests = { invoices: 1, portal: 3, preview: 3, summary: 3, refresh: 10, checkout: 10, change: 20 };

/** A customer who compares plans opens several previews and Checkouts within a minute. */
const ofAccount = { tokens: 400, tokensPerSecond: 1 };

const shareOfCustomers = 0.5;
const shareOfEvents = 0.25;

/** An event is about one customer: subscriptions, payments and what is shown of them. */
const requestsOfEvent = 8;

type BudgetDeps = Pick<BillingDeps, 'directory' | 'clock' | 'settings' | 'log'>;

/**
 * Takes what a customer's operation needs.
 * @throws {TooManyRequestsError}
 */
export async function takeStripeRequests(
  deps: BudgetDeps,
  accountId: string,
  operation: keyof typeof stripeRequests,
): Promise<void> {
  const requests = stripeRequests[operation];
  const own = await take(deps, { pk: `ACCOUNT#${accountId}`, sk: 'STRIPE_REQUESTS' }, ofAccount, requests);
  if (own > 0) throw new TooManyRequestsError(own, 'Your account asks the payment provider too often.');
  const all = await take(deps, { pk: 'STRIPE_REQUESTS', sk: 'CUSTOMERS' }, bucketOf(deps, shareOfCustomers), requests);
  if (all > 0) throw new TooManyRequestsError(all, 'The payment provider is asked too often at the moment.');
}

/** Takes what an event needs. @returns the ms to wait, 0 if it may be applied now */
export const takeForEvent = (deps: BudgetDeps): Promise<number> =>
  take(deps, { pk: 'STRIPE_REQUESTS', sk: 'EVENTS' }, bucketOf(deps, shareOfEvents), requestsOfEvent);

/** At once as many as Stripe takes in four seconds: the requests of an operation follow one after the other for seconds. */
const bucketOf = ({ settings }: BudgetDeps, share: number) => ({
  tokens: Math.max(4 * settings.stripeRequestsPerSecond, stripeRequests.change),
  tokensPerSecond: settings.stripeRequestsPerSecond * share,
});

/** If DynamoDB fails, the request passes: Stripe has a limit of its own. */
async function take(
  { directory, clock, log }: BudgetDeps,
  key: { pk: string; sk: string },
  bucket: { tokens: number; tokensPerSecond: number },
  requests: number,
): Promise<number> {
  try {
    return await takeTokens(directory, key, bucket, requests, clock);
  } catch (error) {
    log.warn('stripe_budget_failed', { detail: String(error) });
    return 0;
  }
}
