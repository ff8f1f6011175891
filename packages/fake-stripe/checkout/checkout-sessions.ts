import * as v from 'valibot';
import { activePrice } from '../catalogue/prices.ts';
import { customerNamed } from '../customers/customers.ts';
import { FakeParameterError, missing, refused } from '../errors.ts';
import type { CheckoutPlan, FakeState } from '../fake-state.ts';
import type { FakePrice } from '../objects/catalogue-objects.ts';
import type { FakeCheckoutSession } from '../objects/checkout-objects.ts';
import { listPage, readListParams } from '../requests/lists.ts';
import type { Operation } from '../requests/operation.ts';
import { Integer, Metadata, mergeMetadata, readParams } from '../requests/parameters.ts';
import { expireSession } from './checkout-payment.ts';

const day = 86_400;
const Toggle = v.optional(v.strictObject({ enabled: v.boolean() }));
const Text = v.optional(v.string());

const AutoOrNever = v.optional(v.picklist(['auto', 'never']));

const creation = {
  mode: v.literal('subscription'),
  customer: v.string(),
  line_items: v.pipe(
    v.array(v.strictObject({ price: v.string(), quantity: v.optional(v.pipe(Integer, v.minValue(1)), 1) })),
    v.minLength(1),
  ),
  success_url: v.string(),
  cancel_url: Text,
  client_reference_id: v.optional(v.pipe(v.string(), v.maxLength(200))),
  expires_at: v.optional(Integer),
  allow_promotion_codes: v.optional(v.boolean()),
  automatic_tax: Toggle,
  tax_id_collection: Toggle,
  metadata: Metadata,
  payment_method_collection: v.optional(v.picklist(['always', 'if_required']), 'always'),
  subscription_data: v.optional(
    v.strictObject({
      description: Text,
      metadata: Metadata,
      trial_period_days: v.optional(v.pipe(Integer, v.minValue(1), v.maxValue(730))),
      trial_end: v.optional(Integer),
      trial_settings: v.optional(
        v.strictObject({
          end_behavior: v.strictObject({ missing_payment_method: v.picklist(['cancel', 'create_invoice', 'pause']) }),
        }),
      ),
    }),
    {},
  ),
  allowed_payment_method_types: v.optional(v.array(v.string())),
  // Taken and without effect in the fake: its pages ask for nothing but the card.
  billing_address_collection: v.optional(v.picklist(['auto', 'required'])),
  customer_update: v.optional(v.strictObject({ address: AutoOrNever, name: AutoOrNever, shipping: AutoOrNever }), {}),
  locale: Text,
  ui_mode: v.optional(v.picklist(['hosted', 'hosted_page'])),
};
type SessionCreation = v.InferOutput<v.ObjectSchema<typeof creation, undefined>>;

function expiry(state: FakeState, expiresAt = state.now + day): number {
  if (expiresAt < state.now + 1800 || expiresAt > state.now + day) {
    throw new FakeParameterError('expires_at', 'expires_at must be between 30 minutes and 24 hours from now.');
  }
  return expiresAt;
}

function trialEnd(state: FakeState, data: SessionCreation['subscription_data']): number | null {
  if (data.trial_end === undefined) return data.trial_period_days ? state.now + data.trial_period_days * day : null;
  if (data.trial_period_days) throw refused('Pass only one of trial_end and trial_period_days.');
  if (data.trial_end < state.now + 2 * day) {
    throw new FakeParameterError('subscription_data[trial_end]', 'trial_end must be at least 2 days in the future.');
  }
  return data.trial_end;
}

/** Stripe may change an existing customer only where the request allows it, and taxes need their address and name. */
function requireCustomerUpdate({
  automatic_tax: tax,
  tax_id_collection: ids,
  customer_update: update,
}: SessionCreation) {
  if (tax?.enabled && update.address !== 'auto') {
    throw refused("Automatic tax needs the customer's address: set customer_update[address] to auto.");
  }
  if (ids?.enabled && update.name !== 'auto') {
    throw refused("Tax id collection needs the customer's name: set customer_update[name] to auto.");
  }
}

function prices(state: FakeState, { line_items: items, customer: id }: SessionCreation): FakePrice[] {
  const customer = customerNamed(state, id);
  return items.map(({ price: priceId }, index) => {
    const price = activePrice(state, priceId, `line_items[${index}][price]`);
    if (customer.currency && customer.currency !== price.currency) {
      throw refused(`You cannot combine currencies on one customer: the customer pays in ${customer.currency}.`);
    }
    return price;
  });
}

function create(state: FakeState, read: SessionCreation): FakeCheckoutSession {
  requireCustomerUpdate(read);
  const found = prices(state, read);
  const plan: CheckoutPlan = {
    lines: read.line_items.map(({ price, quantity }) => ({ priceId: price, quantity })),
    metadata: mergeMetadata({}, read.subscription_data.metadata),
    trialEnd: trialEnd(state, read.subscription_data),
    missingPaymentMethod:
      read.subscription_data.trial_settings?.end_behavior.missing_payment_method ?? 'create_invoice',
    automaticTax: read.automatic_tax?.enabled ?? false,
    attempt: null,
  };
  const full = found.reduce((sum, price, index) => sum + price.unit_amount * (plan.lines[index]?.quantity ?? 1), 0);
  const amount = plan.trialEnd === null ? full : 0;
  const session = newSession(state, read, amount, found[0]?.currency ?? 'usd');
  state.checkoutPlans.set(session.id, plan);
  return session;
}

function newSession(state: FakeState, read: SessionCreation, amount: number, currency: string): FakeCheckoutSession {
  const expires = expiry(state, read.expires_at);
  const id = state.id('cs_test');
  return {
    id,
    object: 'checkout.session',
    allowed_payment_method_types: read.allowed_payment_method_types ?? null,
    allow_promotion_codes: read.allow_promotion_codes ?? null,
    amount_subtotal: amount,
    amount_total: amount,
    automatic_tax: { enabled: read.automatic_tax?.enabled ?? false, liability: null, provider: null, status: null },
    cancel_url: read.cancel_url ?? null,
    client_reference_id: read.client_reference_id ?? null,
    created: state.now,
    currency,
    customer: read.customer,
    customer_email: null,
    expires_at: expires,
    invoice: null,
    livemode: false,
    metadata: mergeMetadata({}, read.metadata),
    mode: 'subscription',
    payment_intent: null,
    payment_method_collection: read.payment_method_collection,
    payment_method_types: ['card'],
    payment_status: 'unpaid',
    status: 'open',
    subscription: null,
    success_url: read.success_url,
    tax_id_collection: { enabled: read.tax_id_collection?.enabled ?? false, required: 'never' },
    ui_mode: 'hosted_page',
    url: `${state.pagesUrl}/checkout/${id}`,
  };
}

export function sessionAt(state: FakeState, id: string): FakeCheckoutSession {
  const session = state.sessions.get(id);
  if (!session) throw missing('checkout.session', id);
  return session;
}

export const checkoutOperations: Operation[] = [
  {
    method: 'POST',
    path: '/v1/checkout/sessions',
    run(state, params) {
      const session = create(state, readParams(creation, params));
      state.sessions.set(session.id, session);
      return session;
    },
  },
  {
    method: 'GET',
    path: '/v1/checkout/sessions',
    run(state, params) {
      const status = v.optional(v.picklist(['open', 'complete', 'expired']));
      const read = readListParams({ customer: Text, status, subscription: Text }, params);
      return listPage(
        '/v1/checkout/sessions',
        state.sessions.values(),
        read,
        (session) =>
          (!read.customer || session.customer === read.customer) &&
          (!read.status || session.status === read.status) &&
          (!read.subscription || session.subscription === read.subscription),
      );
    },
  },
  { method: 'GET', path: '/v1/checkout/sessions/:id', run: (state, _params, id) => sessionAt(state, id) },
  {
    method: 'POST',
    path: '/v1/checkout/sessions/:id/expire',
    run(state, _params, id) {
      const session = sessionAt(state, id);
      if (session.status !== 'open') throw refused(`Only open sessions can be expired; this one is ${session.status}.`);
      expireSession(state, session);
      return session;
    },
  },
];
