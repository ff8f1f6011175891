import type Stripe from 'stripe';
import { dayOf, type EpochMs, endOfDay } from '../time.ts';
import type { BillingDeps } from './billing-deps.ts';
import { paymentIntentsOf } from './paid-period.ts';
import { isRefusal } from './stripe-errors.ts';
import { idOf, listAll, pageSize } from './stripe-lists.ts';

// A day that has begun stays charged: credit is for the time from the next 00:00 UTC on (docs/billing.md). A change to a
// cheaper plan says so to Stripe by its proration date. A cancellation has no such date, so its credit is computed here,
// from the lines of the paid invoices.

export type CreditDeps = Pick<BillingDeps, 'stripe' | 'log'>;

/** A time in seconds since the epoch, as Stripe has it. */
export type Seconds = number;

/** The next 00:00 UTC. */
export const nextDay = (at: EpochMs): Seconds => endOfDay(at) / 1_000;

/** What a line costs, with its discounts and the tax that is not in its price. */
function netAmount({ amount, discount_amounts, taxes }: Stripe.InvoiceLineItem): number {
  const discounts = (discount_amounts ?? []).reduce((sum, discount) => sum + discount.amount, 0);
  const added = (taxes ?? []).filter(({ tax_behavior }) => tax_behavior === 'exclusive');
  return amount - discounts + added.reduce((sum, tax) => sum + tax.amount, 0);
}

type InvoiceLines = { readonly lines: Pick<Stripe.Invoice['lines'], 'data'> };

/** The part of an invoice that is for the time from `from` to `to`, in the currency's smallest unit, not rounded. */
export function valueBetween({ lines }: InvoiceLines, from: Seconds, to: Seconds): number {
  let value = 0;
  for (const line of lines.data) {
    const { start, end } = line.period;
    const seconds = Math.min(end, to) - Math.max(start, from);
    if (seconds > 0) value += (netAmount(line) * seconds) / (end - start);
  }
  return value;
}

/** The invoices of a subscription that were paid by then, oldest first. */
export async function paidInvoices(stripe: Stripe, subscription: string, by: Seconds): Promise<Stripe.Invoice[]> {
  const paid = await listAll(stripe.invoices.list({ subscription, status: 'paid', limit: pageSize }));
  return paid.filter(({ status_transitions: { paid_at } }) => paid_at !== null && paid_at <= by).toReversed();
}

export const sumBetween = (invoices: readonly Stripe.Invoice[], from: Seconds, to: Seconds): number =>
  invoices.reduce((sum, invoice) => sum + valueBetween(invoice, from, to), 0);

/** What a customer keeps as credit if the subscription ends: less what was refunded of its payments. */
export async function keptTime(
  stripe: Stripe,
  { id, customer }: Stripe.Subscription,
  at: number,
): Promise<{ amount: number; from: number }> {
  const from = nextDay(at);
  const charges = await listAll(stripe.charges.list({ customer: idOf(customer) ?? '', limit: pageSize }));
  let amount = 0;
  for (const invoice of await paidInvoices(stripe, id, at / 1_000)) {
    const intents = invoice.amount_paid > 0 ? await paymentIntentsOf(stripe, invoice) : [];
    const own = charges.filter(({ payment_intent }) => intents.includes(idOf(payment_intent ?? undefined) ?? ''));
    const back = own.reduce((sum, one) => sum + (one.disputed ? one.amount : one.amount_refunded), 0);
    const kept = invoice.total > 0 ? 1 - back / invoice.total : 1;
    amount += valueBetween(invoice, from, Number.POSITIVE_INFINITY) * kept;
  }
  return { amount: Math.max(0, Math.round(amount)), from: from * 1_000 };
}

/** What is left of what was paid for a subscription. */
async function unusedTime(stripe: Stripe, subscription: string, at: EpochMs): Promise<number> {
  const invoices = await paidInvoices(stripe, subscription, at / 1_000);
  return Math.max(0, Math.round(sumBetween(invoices, nextDay(at), Number.POSITIVE_INFINITY)));
}

/** Credits what is left of a subscription that the gateway has ended, once. */
export async function creditUnusedTime(
  deps: CreditDeps,
  { id, customer, currency, ended_at, metadata }: Stripe.Subscription,
): Promise<void> {
  if (!ended_at) return;
  const endedAt = ended_at * 1_000;
  const from = nextDay(endedAt);
  const amount = await unusedTime(deps.stripe, id, endedAt);
  const kind = { unusedTimeOf: id, from: String(from) };
  const key = ['credit', metadata.accountId ?? idOf(customer), dayOf(endedAt), id];
  const description = 'Unused time of a plan that was ended';
  await addCredit(deps, { customer: idOf(customer) ?? '', currency, amount, kind, key, description });
}

type Credit = {
  readonly customer: string;
  readonly currency: string;
  readonly amount: number;
  readonly kind: Record<string, string>;
  readonly key: readonly (string | undefined)[];
  readonly description: string;
};

/** A refusal must not keep a subscription alive: the log has the amount, for the operator. */
export async function addCredit({ stripe, log }: CreditDeps, credit: Credit): Promise<void> {
  const { customer, currency, amount, kind, key, description } = credit;
  if (amount <= 0) return;
  try {
    const transactions = await listAll(stripe.customers.listBalanceTransactions(customer, { limit: pageSize }));
    const isSame = ({ metadata }: Stripe.CustomerBalanceTransaction) =>
      Object.entries(kind).every(([name, value]) => metadata?.[name] === value);
    if (transactions.some(isSame)) return;
    await stripe.customers.createBalanceTransaction(
      customer,
      { amount: -amount, currency, description, metadata: kind },
      { idempotencyKey: key.join('-') },
    );
  } catch (error) {
    if (!isRefusal(error)) throw error;
    log.error('credit_failed', { customerId: customer, amount, currency, detail: String(error) });
  }
}
