import type Stripe from 'stripe';
import { idOf, listAll, pageSize, subscriptionOf } from './stripe-lists.ts';
import { valueBetween } from './unused-time.ts';

/** Credit that a payment has led to: the customer's balance got it, and a refund of the payment takes it back. */
export type CreditOfPayment = {
  /** The id of the invoice or balance transaction that gave the credit. */
  readonly id: string;
  /** In the currency's smallest unit, not rounded. */
  readonly amount: number;
};

/** A change that gave credit for the time of a subscription from `from` to `to` (seconds since the epoch). */
type CreditEvent = {
  readonly id: string;
  readonly at: number;
  readonly amount: number;
  readonly from: number;
  readonly to: number;
  /** False for the rest of the day on which a subscription ended: no other credit is for that time. */
  readonly isRestOfPeriod: boolean;
};

/**
 * The credit that came from a payment. A payment pays an invoice, whose lines are for time; credit is for a part of that
 * time. If several invoices have paid for the same time (a month, then the difference to a larger plan), credit comes from
 * each in proportion to what it has paid for the time. What of an invoice was paid with earlier credit leads to no payment.
 */
export async function creditOfPayment(
  stripe: Stripe,
  charge: Stripe.Charge,
  customer: string,
): Promise<CreditOfPayment[]> {
  const invoice = await invoiceOf(stripe, charge);
  if (!invoice || invoice.total <= 0) return [];
  // It has paid for credit that was taken back: without the payment the account owes it again.
  if (invoice.metadata?.takesBack) return [{ id: invoice.id, amount: charge.amount_captured }];
  const subscription = subscriptionOf(invoice);
  if (!subscription) return [];
  const ofPayment = Math.min(1, charge.amount_captured / invoice.total);
  const shares = await sharesOf(stripe, invoice, subscription, customer);
  return shares.map(({ id, amount }) => ({ id, amount: amount * ofPayment }));
}

async function invoiceOf(stripe: Stripe, { payment_intent }: Stripe.Charge): Promise<Stripe.Invoice | undefined> {
  const intent = idOf(payment_intent ?? undefined);
  if (!intent) return undefined;
  const payment = { type: 'payment_intent' as const, payment_intent: intent };
  const [paid] = (await stripe.invoicePayments.list({ payment, limit: 1 })).data;
  const id = idOf(paid?.invoice);
  return id === undefined ? undefined : stripe.invoices.retrieve(id);
}

/** What each credit took of the invoice. */
async function sharesOf(
  stripe: Stripe,
  invoice: Stripe.Invoice,
  subscription: string,
  customer: string,
): Promise<CreditOfPayment[]> {
  const paid = await listAll(stripe.invoices.list({ subscription, status: 'paid', limit: pageSize }));
  const invoices = paid.toReversed();
  const paying = invoices.filter(({ total }) => total > 0);
  const transactions = await listAll(stripe.customers.listBalanceTransactions(customer, { limit: pageSize }));
  const events = [
    ...invoices.flatMap(creditOfInvoice),
    ...transactions.flatMap((transaction) => creditOfTransaction(transaction, subscription)),
  ].toSorted((one, other) => one.at - other.at);
  /** The part of the rest of its period that each invoice still pays for. */
  const left = new Map(paying.map(({ id }) => [id, 1]));
  const shares: CreditOfPayment[] = [];
  for (const { id, at, amount, from, to, isRestOfPeriod } of events) {
    const values = paying
      .filter(({ status_transitions: { paid_at } }) => (paid_at ?? 0) <= at)
      .map((one) => {
        const uncredited = isRestOfPeriod ? (left.get(one.id) ?? 0) : 1;
        return { id: one.id, value: Math.max(0, valueBetween(one, from, to)) * uncredited };
      });
    const sum = values.reduce((total, { value }) => total + value, 0);
    if (sum <= 0) continue;
    const part = Math.min(1, amount / sum);
    if (isRestOfPeriod) {
      for (const one of values) if (one.value > 0) left.set(one.id, (left.get(one.id) ?? 0) * (1 - part));
    }
    const own = values.find((one) => one.id === invoice.id)?.value ?? 0;
    if (own > 0) shares.push({ id, amount: own * part });
  }
  return shares;
}

/** A change to a cheaper plan makes an invoice whose total is negative. */
function creditOfInvoice({ id, created, total, lines }: Stripe.Invoice): CreditEvent[] {
  if (total >= 0) return [];
  const from = Math.min(...lines.data.map(({ period }) => period.start));
  const to = Math.max(...lines.data.map(({ period }) => period.end));
  return [{ id, at: created, amount: -total, from, to, isRestOfPeriod: true }];
}

/** Credit that the gateway has computed (unused-time.ts). */
function creditOfTransaction(
  { id, created, amount, metadata }: Stripe.CustomerBalanceTransaction,
  subscription: string,
): CreditEvent[] {
  const isOwn = metadata?.unusedTimeOf === subscription || metadata?.sameDayOf === subscription;
  if (!isOwn || amount >= 0) return [];
  const isRestOfPeriod = metadata.to === undefined;
  const to = isRestOfPeriod ? Number.POSITIVE_INFINITY : Number(metadata.to);
  return [{ id, at: created, amount: -amount, from: Number(metadata.from), to, isRestOfPeriod }];
}
