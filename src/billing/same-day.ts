import type Stripe from 'stripe';
import { dayMs, dayOf, endOfDay } from '../time.ts';
import { idOf, listAll, pageSize } from './stripe-lists.ts';
import { addCredit, type CreditDeps, paidInvoices, type Seconds, sumBetween, valueBetween } from './unused-time.ts';

// A day is paid once (docs/billing.md). Where Stripe charges the rest of a day for which the customer has paid already,
// what was paid becomes credit.

/**
 * A subscription that begins on a day which another one has paid for is charged for the rest of the day again. This credits
 * what both were charged for, once.
 */
export async function creditSameDay(deps: CreditDeps, subscription: Stripe.Subscription): Promise<void> {
  const { id, created, currency, metadata } = subscription;
  const customer = idOf(subscription.customer) ?? '';
  const day = endOfDay(created * 1_000) / 1_000;
  const canceled = await listAll(deps.stripe.subscriptions.list({ customer, status: 'canceled', limit: pageSize }));
  const earlier = canceled.filter(({ ended_at }) => ended_at !== null && ended_at > day - dayMs / 1_000);
  if (earlier.length === 0) return;
  const own = await paidInvoices(deps.stripe, id, Number.POSITIVE_INFINITY);
  const charged = sumBetween(own, created, day);
  const credits = await readCredits(deps.stripe, customer);
  for (const { id: sameDayOf, ended_at } of earlier) {
    const endedAt = ended_at ?? 0;
    // A subscription in between may have got the rest of its day.
    const isCredited = credits.some((one) => one.sameDayOf === sameDayOf && one.from >= endedAt);
    if (sameDayOf === id || endedAt > created || isCredited) continue;
    const invoices = await paidInvoices(deps.stripe, sameDayOf, endedAt);
    const paid = sumBetween(invoices, created, day) - creditBetween(credits, sameDayOf, created, day);
    const paidUntil = Math.max(0, ...invoices.flatMap(({ lines }) => lines.data.map(({ period }) => period.end)));
    const amount = Math.max(0, Math.floor(Math.min(paid, charged)));
    const kind = { sameDayOf, from: String(created), to: String(Math.min(day, paidUntil)) };
    const key = ['credit', metadata.accountId ?? customer, dayOf(created * 1_000), id, sameDayOf];
    await addCredit(deps, { customer, currency, amount, kind, key, description });
  }
}

/**
 * An upgrade on a day for which a larger plan than the former one was paid: Stripe charges the rest of the day less the
 * former plan's price. This credits what more was paid, once.
 */
export async function creditPaidToday(deps: CreditDeps, subscription: Stripe.Subscription): Promise<void> {
  const { id, currency, metadata } = subscription;
  const customer = idOf(subscription.customer) ?? '';
  const invoices = await paidInvoices(deps.stripe, id, Number.POSITIVE_INFINITY);
  const upgrade = invoices.findLast(
    ({ billing_reason, total }) => billing_reason === 'subscription_update' && total > 0,
  );
  if (!upgrade) return;
  const from = Math.min(...upgrade.lines.data.map(({ period }) => period.start));
  const to = endOfDay(from * 1_000) / 1_000;
  const due = valueBetween({ lines: { data: upgrade.lines.data.filter(({ amount }) => amount > 0) } }, from, to);
  const more = sumBetween(invoices.slice(0, invoices.indexOf(upgrade) + 1), from, to) - due;
  if (more < 1) return;
  const amount = Math.floor(more - creditBetween(await readCredits(deps.stripe, customer), id, from, to));
  const kind = { sameDayOf: id, from: String(from), to: String(to) };
  const key = ['credit', metadata.accountId ?? customer, dayOf(from * 1_000), upgrade.id];
  await addCredit(deps, { customer, currency, amount, kind, key, description });
}

const description = 'Rest of a day that was paid before';

type SameDayCredit = {
  readonly sameDayOf: string;
  readonly amount: number;
  readonly from: Seconds;
  readonly to: Seconds;
};

async function readCredits(stripe: Stripe, customer: string): Promise<SameDayCredit[]> {
  const transactions = await listAll(stripe.customers.listBalanceTransactions(customer, { limit: pageSize }));
  return transactions.flatMap(({ amount, metadata }) =>
    metadata?.sameDayOf
      ? [{ sameDayOf: metadata.sameDayOf, amount: -amount, from: Number(metadata.from), to: Number(metadata.to) }]
      : [],
  );
}

/** What of the time from `from` to `to`, which a subscription has paid, was credited before. */
function creditBetween(credits: readonly SameDayCredit[], id: string, from: Seconds, to: Seconds): number {
  let value = 0;
  for (const credit of credits.filter(({ sameDayOf }) => sameDayOf === id)) {
    const seconds = Math.min(credit.to, to) - Math.max(credit.from, from);
    if (seconds > 0) value += (credit.amount * seconds) / (credit.to - credit.from);
  }
  return value;
}
