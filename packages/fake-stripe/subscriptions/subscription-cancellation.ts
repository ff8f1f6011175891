import * as v from 'valibot';
import { refused } from '../errors.ts';
import type { FakeState, PendingLine } from '../fake-state.ts';
import { draftInvoice } from '../invoices/draft-invoice.ts';
import type { FakeSubscription } from '../objects/subscription-objects.ts';
import { type Params, readParams } from '../requests/parameters.ts';
import { unusedTimeLine } from './item-changes.ts';
import { endSubscription, expireIncomplete } from './subscription-status.ts';
import { collectIfDue, ofOpenCheckout } from './subscription-update.ts';

const cancellation = {
  cancellation_details: v.optional(
    v.strictObject({ comment: v.optional(v.string()), feedback: v.optional(v.string()) }),
  ),
  invoice_now: v.optional(v.boolean(), false),
  prorate: v.optional(v.boolean(), false),
};

export function cancelSubscription(state: FakeState, subscription: FakeSubscription, params: Params): FakeSubscription {
  const { invoice_now: invoiceNow, prorate } = readParams(cancellation, params);
  if (ofOpenCheckout(state, subscription)) throw refused('The subscription belongs to an open Checkout session.');
  if (subscription.status === 'incomplete') expireIncomplete(state, subscription);
  else cancelNow(state, subscription, { invoiceNow, prorate });
  return subscription;
}

/** Ends a subscription at once. `prorate` credits unused time, whether it was paid or not: Stripe does not look. */
export function cancelNow(
  state: FakeState,
  subscription: FakeSubscription,
  { invoiceNow, prorate }: { invoiceNow: boolean; prorate: boolean },
): void {
  const { customer } = subscription;
  const credits = prorate ? unusedTime(state, subscription) : [];
  const waiting = state.pendingLines.get(customer) ?? [];
  if (!invoiceNow && !prorate) {
    const others = waiting.filter((line) => line.subscription !== subscription.id);
    state.pendingLines.set(customer, others);
  }
  endSubscription(state, subscription, 'cancellation_requested');
  if (!invoiceNow) {
    if (prorate) state.pendingLines.set(customer, [...waiting, ...credits]);
    return;
  }
  if (waiting.length + credits.length === 0) return;
  const period = { start: state.now, end: state.now };
  const draft = { subscription, reason: 'subscription_update', lines: credits, period, autoAdvance: true } as const;
  collectIfDue(state, draftInvoice(state, { ...draft, lines: credits }));
}

const unusedTime = (state: FakeState, subscription: FakeSubscription): PendingLine[] =>
  subscription.items.data.flatMap((item) => unusedTimeLine(state, item, state.now) ?? []);
