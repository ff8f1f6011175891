import type Stripe from 'stripe';
import { changeAccountAndSecrets, requireFewKeys } from '../accounts/account-plan.ts';
import { AccountBusyError, type ChangeRequest } from '../directory/change-account.ts';
import { findAccount } from '../directory/directory-reads.ts';
import type { Plan } from '../plans.ts';
import { hourMs, minuteMs } from '../time.ts';
import { type BillingDeps, byBilling } from './billing-deps.ts';
import { AlreadySubscribedError, PaymentInProgressError, requireNotSuspended } from './billing-errors.ts';
import { expireSession, expireSessions } from './checkout-sessions.ts';
import type { PaymentPage } from './pending-update.ts';
import { requirePreview } from './plan-preview.ts';
import { settleAccount } from './settle-account.ts';
import { ensureCustomer } from './stripe-customer.ts';
import { callStripe } from './stripe-errors.ts';
import { listSubscriptions } from './stripe-lists.ts';
import { choosePriced, findPrice } from './stripe-prices.ts';
import { requireNoDebt } from './take-back.ts';

/** Where Stripe sends the customer back to. */
export type ReturnUrls = { readonly success: string; readonly cancel: string };

/** Stripe allows 30 minutes to 24 hours. */
const sessionMs = hourMs;

/** The page may be paid until then, and a first payment that has to be confirmed takes a while. */
const intendedMs = sessionMs + 30 * minuteMs;

/** An account has one subscription; more only if somebody makes them at Stripe. */
const maxUnpaid = 5;

/**
 * Opens a page where the customer subscribes to a priced plan. Every page has a number, one more than the last. The page
 * is created after all open ones were closed, and its address is handed out only if no later number was taken meanwhile.
 * So no two pages that customers know can be paid, whatever runs at the same time or fails. A repeated request needs no
 * Idempotency-Key: it closes the first page and opens another.
 * @param preview what the customer has confirmed (plan-preview.ts)
 * @throws {UnknownPlanError} @throws {TooManyKeysError} @throws {AlreadySubscribedError} @throws {PaymentInProgressError}
 * @throws {PreviewOutdatedError} @throws {AccountSuspendedError} @throws {DebtError}
 * @throws {CatalogueIncompleteError} @throws {BillingUnavailableError} @throws {AccountBusyError}
 */
export const startCheckout = (
  deps: BillingDeps,
  request: ChangeRequest,
  planId: string,
  returnUrls: ReturnUrls,
  preview?: string,
): Promise<PaymentPage> =>
  callStripe(async () => {
    const plan = choosePriced(deps.plans, planId);
    const account = await settleAccount(deps, request.accountId);
    requirePreview(account, planId, deps.clock(), preview);
    requireNotSuspended(account);
    await requireNoDebt(deps, account);
    const price = await findPrice(deps, plan);
    const customerId = await ensureCustomer(deps, account);
    const checkout = await takeNumber(deps, request, plan);
    const isCompleted = await expireSessions(deps.stripe, customerId);
    await endUnpaidSubscriptions(deps, { accountId: request.accountId, customerId, checkout });
    if (isCompleted) throw new PaymentInProgressError();
    const session = await createSession(deps, {
      accountId: request.accountId,
      customerId,
      checkout,
      price,
      returnUrls,
    });
    await requireNewest(deps, request.accountId, checkout, session);
    // Stripe gives every open page of its own an address.
    return { url: session.url ?? returnUrls.cancel, expiresAt: session.expires_at * 1_000 };
  });

/** @throws {TooManyKeysError} before anything is paid */
async function takeNumber(deps: BillingDeps, request: ChangeRequest, plan: Plan): Promise<number> {
  let checkouts = 0;
  await changeAccountAndSecrets(deps, { ...request, idempotency: undefined }, async (keys, account) => {
    const { billing, accountId } = account;
    requireNotSuspended(account);
    requireFewKeys(plan, keys);
    if (!billing) throw new AccountBusyError(accountId);
    checkouts = billing.checkouts + 1;
    const intended = { planId: plan.id, until: deps.clock() + intendedMs };
    return { changes: { billing: { ...billing, checkouts, intended } } };
  });
  return checkouts;
}

/**
 * A subscription that is not paid is ended before the customer pays for another one, so that nobody pays both. Only the
 * newest Checkout does it: an `incomplete` one may belong to the page of a newer Checkout, and be paid there meanwhile.
 * @throws {AlreadySubscribedError} if one is paid @throws {AccountBusyError} if there is a newer Checkout
 */
async function endUnpaidSubscriptions(
  deps: BillingDeps,
  { accountId, customerId, checkout }: Pick<NewSession, 'accountId' | 'customerId' | 'checkout'>,
): Promise<void> {
  for (let tries = 0; tries < maxUnpaid; tries += 1) {
    const subscriptions = await listSubscriptions(deps.stripe, customerId);
    const open = subscriptions.filter(({ status }) => status !== 'incomplete_expired' && status !== 'canceled');
    const paid = open.find(({ status }) => status === 'active' || status === 'trialing');
    if (paid) {
      const { planId } = await settleAccount(deps, accountId);
      throw new AlreadySubscribedError(paid.planId ?? planId);
    }
    const [unpaid] = open;
    if (!unpaid) return;
    await changeAccountAndSecrets(deps, { accountId, origin: byBilling }, async (_, { billing }) => {
      if (billing?.checkouts !== checkout) throw new AccountBusyError(accountId);
      return { changes: { billing: { ...billing, ending: unpaid.id } } };
    });
    await settleAccount(deps, accountId);
  }
  throw new AccountBusyError(accountId);
}

type NewSession = {
  readonly accountId: string;
  readonly customerId: string;
  readonly checkout: number;
  readonly price: string;
  readonly returnUrls: ReturnUrls;
};

async function createSession(
  { stripe, settings, clock }: BillingDeps,
  { accountId, customerId, checkout, price, returnUrls }: NewSession,
): Promise<Stripe.Checkout.Session> {
  const { collectTaxIds, automaticTax, promotionCodes, trialDays } = settings;
  const hasTrial = trialDays > 0 && !(await hadSubscription(stripe, customerId));
  return stripe.checkout.sessions.create(
    {
      mode: 'subscription',
      customer: customerId,
      client_reference_id: accountId,
      metadata: { accountId, checkout: String(checkout) },
      line_items: [{ price, quantity: 1 }],
      // Other payment methods confirm a payment days later.
      allowed_payment_method_types: ['card'],
      subscription_data: { metadata: { accountId }, ...(hasTrial && { trial_period_days: trialDays }) },
      expires_at: Math.ceil((clock() + sessionMs) / 1_000),
      success_url: returnUrls.success,
      cancel_url: returnUrls.cancel,
      ...(promotionCodes && { allow_promotion_codes: true }),
      ...(automaticTax && { automatic_tax: { enabled: true } }),
      ...(collectTaxIds && { tax_id_collection: { enabled: true } }),
      // Stripe requires it of customers that exist already: tax depends on the address, and a tax id on the name.
      ...((automaticTax || collectTaxIds) && { customer_update: { address: 'auto', name: 'auto' } }),
    },
    { idempotencyKey: `checkout-${accountId}-${checkout}` },
  );
}

const hadSubscription = async (stripe: Stripe, customer: string): Promise<boolean> =>
  (await stripe.subscriptions.list({ customer, status: 'all', limit: 1 })).data.length > 0;

/** Closes the page again if a later one may have been opened, or the account is being deleted. */
async function requireNewest(
  { stripe, directory }: BillingDeps,
  accountId: string,
  checkout: number,
  { id }: Stripe.Checkout.Session,
): Promise<void> {
  try {
    const { billing } = await findAccount(directory, accountId);
    if (billing?.checkouts !== checkout) throw new AccountBusyError(accountId);
  } catch (error) {
    await expireSession(stripe, id);
    throw error;
  }
}
