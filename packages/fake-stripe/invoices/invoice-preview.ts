import * as v from 'valibot';
import { customerNamed } from '../customers/customers.ts';
import { FakeStripeError, missingReference } from '../errors.ts';
import type { FakeState, PendingLine } from '../fake-state.ts';
import type { FakeInvoice } from '../objects/invoice-objects.ts';
import type { FakeSubscription } from '../objects/subscription-objects.ts';
import { Integer, type Params, readParams } from '../requests/parameters.ts';
import { periodFrom } from '../subscriptions/billing-periods.ts';
import { changeItems, unusedTimeLine } from '../subscriptions/item-changes.ts';
import { renewalTime } from '../subscriptions/renewals.ts';
import { lineOf, productName } from '../subscriptions/subscription-creation.ts';
import { ItemParams, ProrationBehavior } from '../subscriptions/subscription-update.ts';
import { newInvoice } from './draft-invoice.ts';

const preview = {
  customer: v.optional(v.string()),
  subscription: v.string(),
  subscription_details: v.optional(
    v.strictObject({
      cancel_now: v.optional(v.boolean(), false),
      items: v.optional(ItemParams),
      proration_behavior: ProrationBehavior,
      proration_date: v.optional(Integer),
    }),
  ),
};
type Details = v.InferOutput<(typeof preview)['subscription_details']>;

/** The next invoice of a subscription, or the one that a change would make; nothing changes. */
export function previewInvoice(state: FakeState, params: Params): FakeInvoice {
  const read = readParams(preview, params);
  const subscription = state.subscriptions.get(read.subscription);
  if (!subscription) throw missingReference('subscription', read.subscription, 'subscription');
  if (read.customer && read.customer !== subscription.customer) {
    throw missingReference('subscription', read.subscription, 'subscription');
  }
  const details = read.subscription_details;
  const lines = details?.cancel_now
    ? subscription.items.data.flatMap((item) => unusedTimeLine(state, item, state.now) ?? [])
    : linesAfter(state, subscription, details);
  return upcoming(state, subscription, lines, Boolean(details?.cancel_now) || invoicedAtOnce(details));
}

const invoicedAtOnce = (details: Details): boolean =>
  details?.items !== undefined && details.proration_behavior === 'always_invoice';

function linesAfter(state: FakeState, subscription: FakeSubscription, details: Details): PendingLine[] {
  const at = details?.proration_date ?? state.now;
  const change = details?.items && changeItems(state, subscription, details.items, at);
  const prorations = change && details?.proration_behavior !== 'none' ? change.lines : [];
  if (invoicedAtOnce(details)) return prorations;
  const renewal = renewalTime(subscription);
  if (renewal === undefined || subscription.cancel_at_period_end) throw nothingUpcoming();
  const items = change?.items ?? subscription.items.data;
  return [
    ...prorations,
    ...items.map((item) => ({
      ...lineOf(item),
      amount: item.price.unit_amount * item.quantity,
      description: productName(state, item),
      period: periodFrom(renewal, subscription.billing_cycle_anchor, item.price.recurring),
    })),
  ];
}

function upcoming(state: FakeState, subscription: FakeSubscription, lines: PendingLine[], now: boolean): FakeInvoice {
  const { balance } = customerNamed(state, subscription.customer);
  const waiting = state.pendingLines.get(subscription.customer) ?? [];
  const at = now ? state.now : (renewalTime(subscription) ?? state.now);
  const invoice = newInvoice(state, `upcoming_in_${subscription.id}`, {
    subscription,
    reason: now ? 'subscription_update' : 'upcoming',
    lines: [...waiting, ...lines],
    period: { start: subscription.items.data[0]?.current_period_start ?? at, end: at },
    autoAdvance: true,
  });
  invoice.created = at;
  invoice.next_payment_attempt = now ? at : at + 3600;
  invoice.amount_due = Math.max(0, invoice.total + balance);
  invoice.amount_remaining = invoice.amount_due;
  invoice.ending_balance = Math.min(0, invoice.total + balance);
  return invoice;
}

const nothingUpcoming = (): FakeStripeError =>
  new FakeStripeError(404, {
    type: 'invalid_request_error',
    code: 'invoice_upcoming_none',
    message: 'The subscription has no upcoming invoice.',
  });
