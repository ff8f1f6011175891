import * as v from 'valibot';
import type { FakeStripe } from '../../../packages/fake-stripe/fake-stripe.ts';

// The parts of the fake's objects that actors and the ledger look at, read without src/billing and without the SDK.

const seconds = v.number();

const subscriptionSchema = v.object({
  id: v.string(),
  customer: v.string(),
  status: v.string(),
  created: seconds,
  ended_at: v.nullable(seconds),
  trial_start: v.nullable(seconds),
  trial_end: v.nullable(seconds),
  cancellation_details: v.object({ reason: v.nullable(v.string()) }),
  items: v.object({ data: v.array(v.object({ price: v.object({ id: v.string() }), current_period_end: seconds })) }),
});

const invoiceSchema = v.object({
  id: v.string(),
  customer: v.string(),
  status: v.string(),
  billing_reason: v.string(),
  created: seconds,
  total: v.number(),
  amount_paid: v.number(),
  starting_balance: v.number(),
  ending_balance: v.nullable(v.number()),
  /** Null for credit that is taken back. */
  parent: v.nullable(v.object({ subscription_details: v.object({ subscription: v.string() }) })),
  metadata: v.record(v.string(), v.string()),
  status_transitions: v.object({ finalized_at: v.nullable(seconds) }),
  lines: v.object({
    data: v.array(
      v.object({
        amount: v.number(),
        period: v.object({ start: seconds, end: seconds }),
        pricing: v.nullable(v.object({ price_details: v.object({ price: v.string() }) })),
      }),
    ),
  }),
});

const chargeSchema = v.object({
  id: v.string(),
  customer: v.string(),
  status: v.string(),
  amount: v.number(),
  amount_refunded: v.number(),
  disputed: v.boolean(),
  payment_intent: v.string(),
});

const invoicePaymentSchema = v.object({
  id: v.string(),
  invoice: v.string(),
  status: v.string(),
  payment: v.object({ payment_intent: v.string() }),
});

const refundSchema = v.object({ id: v.string(), charge: v.string(), amount: v.number(), status: v.string() });
const disputeSchema = refundSchema;

const sessionSchema = v.object({ id: v.string(), customer: v.string(), status: v.string() });
const customerSchema = v.object({ id: v.string(), balance: v.number() });
const priceSchema = v.object({ id: v.string(), unit_amount: v.number(), metadata: v.record(v.string(), v.string()) });
const balanceSchema = v.object({
  id: v.string(),
  amount: v.number(),
  created: seconds,
  metadata: v.nullable(v.record(v.string(), v.string())),
});

export type StripeInvoice = v.InferOutput<typeof invoiceSchema>;
export type StripeCharge = v.InferOutput<typeof chargeSchema>;

type WithId = v.GenericSchema<unknown, { id: string }>;

/** All objects of a list, oldest first. */
function all<S extends WithId>(fake: FakeStripe, path: string, schema: S, filter: Record<string, string> = {}) {
  const objects: v.InferOutput<S>[] = [];
  const page = v.object({ data: v.array(schema), has_more: v.boolean() });
  for (let after: string | undefined; ; after = objects.at(-1)?.id) {
    const params = { ...filter, limit: 100, ...(after !== undefined && { starting_after: after }) };
    const { body } = fake.call({ method: 'GET', path: `/v1/${path}`, params });
    const { data, has_more } = v.parse(page, body);
    objects.push(...data);
    if (!has_more) return objects.toReversed();
  }
}

export const subscriptionsAt = (fake: FakeStripe) => all(fake, 'subscriptions', subscriptionSchema, { status: 'all' });
export const invoicesAt = (fake: FakeStripe) => all(fake, 'invoices', invoiceSchema);
export const chargesAt = (fake: FakeStripe) => all(fake, 'charges', chargeSchema);
export const invoicePaymentsAt = (fake: FakeStripe) => all(fake, 'invoice_payments', invoicePaymentSchema);
export const refundsAt = (fake: FakeStripe) => all(fake, 'refunds', refundSchema);
export const disputesAt = (fake: FakeStripe) => all(fake, 'disputes', disputeSchema);
export const sessionsAt = (fake: FakeStripe) => all(fake, 'checkout/sessions', sessionSchema);
/** Deleted ones are not among them. */
export const customersAt = (fake: FakeStripe) => all(fake, 'customers', customerSchema);
export const pricesAt = (fake: FakeStripe) => all(fake, 'prices', priceSchema);
export const balanceChangesAt = (fake: FakeStripe, customer: string) =>
  all(fake, `customers/${customer}/balance_transactions`, balanceSchema);

/** The subscription that an invoice is of; undefined for credit that is taken back. */
export const subscriptionOf = ({ parent }: StripeInvoice): string | undefined =>
  parent?.subscription_details.subscription;

export const isLiveAtStripe = ({ status }: { status: string }): boolean =>
  !['incomplete', 'incomplete_expired', 'canceled'].includes(status);
