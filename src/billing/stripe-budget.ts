import { TooManyRequestsError } from '../accounts/account-request-limit.ts';
import type { Account } from '../directory/directory-items.ts';
import { takeTokens } from '../directory/token-bucket.ts';
import type { BillingDeps } from './billing-deps.ts';

// Stripe limits the requests of the whole Stripe account. So each account may make a few a minute, and those who pay, those
// who end a plan, those who have never paid and events each have a share that nobody else can use. The rest is for the jobs
// and the operator.

/** About how many requests to Stripe an operation makes. */
export const stripeRequests = {
  invoices: 1,
  portal: 3,
  preview: 3,
  summary: 3,
  refresh: 10,
  checkout: 10,
  change: 20,
  end: 20,
};

export type StripeOperation = keyof typeof stripeRequests;

/** A customer who compares plans opens several previews and Checkouts within a minute. */
const ofAccount = { tokens: 400, tokensPerSecond: 1 };

const shares = { SUBSCRIBERS: 0.35, ENDINGS: 0.1, STRANGERS: 0.1, EVENTS: 0.25 };

/** An event is about one customer: subscriptions, payments and what is shown of them. */
const requestsOfEvent = 8;

type BudgetDeps = Pick<BillingDeps, 'directory' | 'clock' | 'settings' | 'log'>;

type Payer = Pick<Account, 'accountId' | 'billing' | 'inactive'>;

/**
 * Takes what a customer's operation needs. Where the common share is empty, the account keeps its own tokens.
 * @throws {TooManyRequestsError}
 */
export async function takeStripeRequests(deps: BudgetDeps, payer: Payer, operation: StripeOperation): Promise<void> {
  const requests = stripeRequests[operation];
  const key = { pk: `ACCOUNT#${payer.accountId}`, sk: 'STRIPE_REQUESTS' };
  const own = await take(deps, key, ofAccount, requests);
  if (own > 0) throw new TooManyRequestsError(own, 'Your account asks the payment provider too often.');
  const all = await takeShare(deps, shareOf(payer, operation), requests);
  if (all === 0) return;
  await take(deps, key, ofAccount, -requests);
  throw new TooManyRequestsError(all, 'The payment provider is asked too often at the moment.');
}

function shareOf({ billing, inactive }: Payer, operation: StripeOperation): keyof typeof shares {
  if (!billing?.subscriptionId && inactive !== 'unpaid') return 'STRANGERS';
  return operation === 'end' ? 'ENDINGS' : 'SUBSCRIBERS';
}

/** Takes what an event needs. @returns the ms to wait, 0 if it may be applied now */
export const takeForEvent = (deps: BudgetDeps): Promise<number> => takeShare(deps, 'EVENTS', requestsOfEvent);

const takeShare = (deps: BudgetDeps, share: keyof typeof shares, requests: number): Promise<number> =>
  take(deps, { pk: 'STRIPE_REQUESTS', sk: share }, bucketOf(deps, shares[share]), requests);

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
