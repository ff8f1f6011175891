import * as v from 'valibot';
import { activePrice } from '../catalogue/prices.ts';
import { missing, missingReference } from '../errors.ts';
import type { FakeState } from '../fake-state.ts';
import { collect } from '../invoices/invoice-collection.ts';
import type { FakeSubscription } from '../objects/subscription-objects.ts';
import { listPage, readListParams } from '../requests/lists.ts';
import type { Operation } from '../requests/operation.ts';
import { Integer, Metadata, mergeMetadata, type Params, readParams } from '../requests/parameters.ts';
import { cancelSubscription } from './subscription-cancellation.ts';
import { createSubscription } from './subscription-creation.ts';
import { updateSubscription } from './subscription-update.ts';

const Text = v.optional(v.string());
const creation = {
  customer: v.string(),
  items: v.pipe(v.array(v.strictObject({ price: v.string(), quantity: v.optional(Integer, 1) })), v.minLength(1)),
  default_payment_method: Text,
  metadata: Metadata,
  payment_behavior: v.optional(v.picklist(['allow_incomplete', 'default_incomplete']), 'allow_incomplete'),
  trial_period_days: v.optional(v.pipe(Integer, v.minValue(1))),
};
const statuses = [
  'active',
  'all',
  'canceled',
  'incomplete',
  'incomplete_expired',
  'past_due',
  'paused',
  'trialing',
  'unpaid',
] as const;
const filters = { customer: Text, price: Text, status: v.optional(v.picklist(statuses)) };

/** An ended subscription is still found by its id, but a request that would end it again is answered 404. */
function subscriptionAt(state: FakeState, id: string, living = false): FakeSubscription {
  const subscription = state.subscriptions.get(id);
  if (!subscription || (living && subscription.status === 'canceled')) throw missing('subscription', id);
  return subscription;
}

function create(state: FakeState, params: Params): FakeSubscription {
  const read = readParams(creation, params);
  for (const [index, { price }] of read.items.entries()) activePrice(state, price, `items[${index}][price]`);
  const card = read.default_payment_method;
  if (card && !state.paymentMethods.has(card)) throw missingReference('PaymentMethod', card, 'default_payment_method');
  const subscription = createSubscription(state, {
    customer: read.customer,
    lines: read.items.map(({ price, quantity }) => ({ priceId: price, quantity })),
    metadata: mergeMetadata({}, read.metadata),
    trialEnd: read.trial_period_days ? state.now + read.trial_period_days * 86_400 : null,
    missingPaymentMethod: 'create_invoice',
    automaticTax: false,
    card: card ?? null,
  });
  const invoice = state.invoices.get(subscription.latest_invoice ?? '');
  if (invoice?.status === 'open' && read.payment_behavior === 'allow_incomplete') collect(state, invoice);
  return subscription;
}

const matchesStatus = (subscription: FakeSubscription, status: (typeof statuses)[number] | undefined): boolean => {
  if (status === 'all') return true;
  if (status === undefined) return subscription.status !== 'canceled';
  return subscription.status === status;
};

export const subscriptionOperations: Operation[] = [
  { method: 'POST', path: '/v1/subscriptions', run: create },
  {
    method: 'GET',
    path: '/v1/subscriptions',
    run(state, params) {
      const read = readListParams(filters, params);
      return listPage(
        '/v1/subscriptions',
        state.subscriptions.values(),
        read,
        (subscription) =>
          (!read.customer || subscription.customer === read.customer) && matchesStatus(subscription, read.status),
      );
    },
  },
  { method: 'GET', path: '/v1/subscriptions/:id', run: (state, _params, id) => subscriptionAt(state, id) },
  {
    method: 'POST',
    path: '/v1/subscriptions/:id',
    run: (state, params, id) => updateSubscription(state, subscriptionAt(state, id), params),
  },
  {
    method: 'DELETE',
    path: '/v1/subscriptions/:id',
    run: (state, params, id) => cancelSubscription(state, subscriptionAt(state, id, true), params),
  },
];
