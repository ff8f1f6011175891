import type Stripe from 'stripe';
import type { Account } from '../directory/directory-items.ts';
import type { BillingDeps } from './billing-deps.ts';
import { CustomerMissingError } from './billing-errors.ts';
import { deleteCustomerRow, deleteGraceRow } from './billing-rows.ts';
import { expireSessions } from './checkout-sessions.ts';
import { endWithCredit } from './end-at-stripe.ts';
import { refundPayment } from './refund-duplicate.ts';
import { callStripe, isMissing } from './stripe-errors.ts';
import { idOf, listAll, pageSize } from './stripe-lists.ts';

type CloseDeps = Pick<BillingDeps, 'stripe' | 'directory' | 'clock' | 'log'>;

/**
 * Ends all that a deleted account has at Stripe: pages, subscriptions, and then the customer with their personal data.
 * Invoices stay, as the law demands. What was paid after the deletion began is refunded. Can be repeated.
 * @throws {PaymentInProgressError} @throws {AccountBusyError} @throws {CustomerMissingError} @throws {BillingUnavailableError}
 */
export const closeBilling = (deps: CloseDeps, { accountId, email, billing, deletingSince }: Account): Promise<void> =>
  callStripe(async () => {
    const known = billing ? [billing.customerId] : [];
    // A customer whose creation was not stored leads nowhere else.
    const sameEmail = await listAll(deps.stripe.customers.list({ email, limit: pageSize }));
    const own = sameEmail.filter(({ metadata }) => metadata.accountId === accountId).map(({ id }) => id);
    for (const customerId of new Set([...known, ...own])) {
      await closeCustomer(deps, { accountId, deletingSince }, customerId);
      await deleteCustomerRow(deps.directory, customerId);
    }
    await deleteGraceRow(deps.directory, accountId);
  });

async function closeCustomer(
  deps: CloseDeps,
  { accountId, deletingSince }: Pick<Account, 'accountId' | 'deletingSince'>,
  customerId: string,
): Promise<void> {
  const { stripe, log } = deps;
  const customer = await findCustomer(stripe, customerId);
  if (!customer) return;
  // A payment that is being made on a page must not keep a subscription alive.
  const [pages] = await Promise.allSettled([expireSessions(stripe, customerId)]);
  const subscriptions = await listAll(stripe.subscriptions.list({ customer: customerId, limit: pageSize }));
  for (const { id } of subscriptions) await endWithCredit(deps, id);
  if (deletingSince !== null) await refundLatePayments(deps, accountId, customerId, deletingSince);
  if (pages.status === 'rejected') throw pages.reason;
  const { balance, currency } = (await findCustomer(stripe, customerId)) ?? customer;
  // Only the operator can pay it out.
  if (balance < 0) log.warn('credit_left', { accountId, customerId, amount: -balance, currency });
  try {
    await stripe.customers.del(customerId);
  } catch (error) {
    // A concurrent run was faster.
    if (!isMissing(error)) throw error;
  }
}

/** What was paid after the deletion had begun, for example on a page that was open before it. */
async function refundLatePayments(
  { stripe, log }: CloseDeps,
  accountId: string,
  customer: string,
  deletingSince: number,
): Promise<void> {
  const created = { gte: Math.floor(deletingSince / 1_000) };
  const charges = await listAll(stripe.charges.list({ customer, created, limit: pageSize }));
  for (const { payment_intent, amount, currency, status } of charges) {
    const intent = idOf(payment_intent ?? undefined);
    if (status !== 'succeeded' || !intent || !(await refundPayment(stripe, intent))) continue;
    log.warn('late_payment_refunded', { accountId, amount, currency });
  }
}

/** Undefined if it is deleted. @throws {CustomerMissingError} rather than leave a subscription behind */
async function findCustomer(stripe: Stripe, customerId: string): Promise<Stripe.Customer | undefined> {
  try {
    const customer = await stripe.customers.retrieve(customerId);
    return customer.deleted ? undefined : customer;
  } catch (error) {
    throw isMissing(error) ? new CustomerMissingError(customerId) : error;
  }
}
