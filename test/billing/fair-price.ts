import type { BillingBench } from './billing-bench.ts';

/** A time for which a subscription had a price; in seconds since the epoch. */
export type Segment = { readonly id: string; readonly amount: number; readonly from: number; readonly to: number };

/** The segments of a time that passes without a request. */
export async function pass({ deps, advance, customerId }: BillingBench, ms: number): Promise<Segment[]> {
  const customer = await customerId();
  const from = deps.clock() / 1_000;
  const { data } = customer ? await deps.stripe.subscriptions.list({ customer }) : { data: [] };
  advance(ms);
  const to = deps.clock() / 1_000;
  return data.map(({ id, items }) => ({ id, amount: items.data[0]?.price.unit_amount ?? 0, from, to }));
}

/**
 * The most that the days of changes may cost more: a day stays charged at each plan that the customer leaves on it.
 */
export async function restOfDays({ deps, customerId }: BillingBench): Promise<number> {
  const customer = await customerId();
  const day = 86_400;
  const dayOf = (at: number) => Math.floor(at / day);
  const { data: invoices } = await deps.stripe.invoices.list({ customer, status: 'paid', limit: 100 });
  const { data: ended } = await deps.stripe.subscriptions.list({ customer, status: 'canceled', limit: 100 });
  const changed = new Set(
    [...invoices.map(({ created }) => created), ...ended.map(({ ended_at }) => ended_at ?? 0)].map(dayOf),
  );
  const lines = invoices.flatMap(({ lines }) => lines.data).filter(({ amount }) => amount > 0);
  let rest = 0;
  for (const one of changed) {
    const paid = lines.filter(({ period }) => dayOf(period.start) <= one && period.end > one * day);
    for (const { amount, period } of paid) rest += (amount * day) / (period.end - period.start);
  }
  return rest;
}

/** What the customer should have paid by now: each second of each paid month at the price that it had. */
export async function fairPrice({ deps, customerId }: BillingBench, segments: readonly Segment[]): Promise<number> {
  const { data } = await deps.stripe.invoices.list({ customer: await customerId(), status: 'paid', limit: 100 });
  const months = data
    .filter(({ billing_reason }) => billing_reason === 'subscription_create' || billing_reason === 'subscription_cycle')
    .map(({ parent, lines }) => ({
      id: parent?.subscription_details?.subscription,
      ...(lines.data
        .map(({ period }) => period)
        .toSorted((one, other) => other.end - other.start - (one.end - one.start))[0] ?? {
        start: 0,
        end: 1,
      }),
    }));
  let price = 0;
  for (const { id, start, end } of months) {
    for (const segment of segments.filter((one) => one.id === id)) {
      const seconds = Math.min(end, segment.to) - Math.max(start, segment.from);
      if (seconds > 0) price += (segment.amount * seconds) / (end - start);
    }
  }
  return price;
}
