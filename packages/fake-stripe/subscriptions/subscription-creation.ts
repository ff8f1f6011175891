import { planOfPrice, priceNamed } from '../catalogue/prices.ts';
import { customerNamed } from '../customers/customers.ts';
import type { FakeState, PendingLine } from '../fake-state.ts';
import { draftInvoice } from '../invoices/draft-invoice.ts';
import { finalizeInvoice } from '../invoices/invoice-collection.ts';
import type { FakePrice } from '../objects/catalogue-objects.ts';
import type {
  FakeSubscription,
  FakeSubscriptionItem,
  MissingPaymentMethodBehavior,
} from '../objects/subscription-objects.ts';
import { type Period, periodFrom } from './billing-periods.ts';

export type NewSubscription = {
  customer: string;
  lines: { priceId: string; quantity: number }[];
  metadata: Record<string, string>;
  trialEnd: number | null;
  missingPaymentMethod: MissingPaymentMethodBehavior;
  automaticTax: boolean;
  card: string | null;
};

/** A subscription with its first invoice: `trialing`, `active` if nothing is due, else `incomplete` until it is paid. */
export function createSubscription(state: FakeState, wanted: NewSubscription): FakeSubscription {
  customerNamed(state, wanted.customer);
  const prices = wanted.lines.map(({ priceId }) => priceNamed(state, priceId, 'items'));
  const [first] = prices;
  if (!first) throw new Error('A subscription needs a price.');
  const { trialEnd, lines } = wanted;
  const period =
    trialEnd === null ? periodFrom(state.now, state.now, first.recurring) : { start: state.now, end: trialEnd };
  const subscription = newSubscription(state, wanted, first.currency);
  subscription.items.data = prices.map((price, index) =>
    newItem(state, subscription.id, price, lines[index]?.quantity ?? 1, period),
  );
  state.subscriptions.set(subscription.id, subscription);
  state.emit('customer.subscription.created', subscription);
  const invoice = draftInvoice(state, {
    subscription,
    reason: 'subscription_create',
    lines: periodLines(state, subscription, period, trialEnd !== null),
    period: { start: state.now, end: state.now },
    autoAdvance: false,
  });
  finalizeInvoice(state, invoice);
  return subscription;
}

function newItem(
  state: FakeState,
  subscription: string,
  price: FakePrice,
  quantity: number,
  period: Period,
): FakeSubscriptionItem {
  return {
    id: state.id('si'),
    object: 'subscription_item',
    billing_thresholds: null,
    created: state.now,
    current_period_end: period.end,
    current_period_start: period.start,
    discounts: [],
    metadata: {},
    plan: planOfPrice(price),
    price,
    quantity,
    subscription,
    tax_rates: [],
  };
}

/** One line per item for a whole period; it is what a later change credits. A trial costs nothing. */
export function periodLines(
  state: FakeState,
  subscription: FakeSubscription,
  period: Period,
  trial: boolean,
): PendingLine[] {
  return subscription.items.data.map((item) => {
    const amount = trial ? 0 : item.price.unit_amount * item.quantity;
    state.debits.set(item.id, { amount, ...period });
    return { ...lineOf(item), amount, description: productName(state, item), period };
  });
}

/** The parts of an invoice line that name the item it is for. */
export const lineOf = (item: FakeSubscriptionItem) => ({
  itemId: item.id,
  priceId: item.price.id,
  productId: item.price.product,
  proration: false,
  quantity: item.quantity,
  subscription: item.subscription,
});

export const productName = (state: FakeState, item: FakeSubscriptionItem): string =>
  state.products.get(item.price.product)?.name ?? item.price.product;

function newSubscription(state: FakeState, wanted: NewSubscription, currency: string): FakeSubscription {
  const id = state.id('sub');
  return {
    id,
    object: 'subscription',
    automatic_tax: { disabled_reason: null, enabled: wanted.automaticTax, liability: null },
    billing_cycle_anchor: wanted.trialEnd ?? state.now,
    billing_mode: { flexible: { proration_discounts: 'included' }, type: 'flexible' },
    cancel_at: null,
    cancel_at_period_end: false,
    canceled_at: null,
    cancellation_details: { comment: null, feedback: null, feedback_option: null, reason: null },
    collection_method: 'charge_automatically',
    created: state.now,
    currency,
    customer: wanted.customer,
    default_payment_method: wanted.card,
    description: null,
    discounts: [],
    ended_at: null,
    items: { object: 'list', data: [], has_more: false, url: `/v1/subscription_items?subscription=${id}` },
    latest_invoice: null,
    livemode: false,
    metadata: wanted.metadata,
    pause_collection: null,
    pending_setup_intent: null,
    pending_update: null,
    schedule: null,
    start_date: state.now,
    status: wanted.trialEnd === null ? 'incomplete' : 'trialing',
    trial_end: wanted.trialEnd,
    trial_settings: { end_behavior: { missing_payment_method: wanted.missingPaymentMethod } },
    trial_start: wanted.trialEnd === null ? null : state.now,
  };
}
