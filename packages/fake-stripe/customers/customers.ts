import * as v from 'valibot';
import { missing, missingReference, refused } from '../errors.ts';
import type { FakeState } from '../fake-state.ts';
import type { FakeCustomer } from '../objects/customer-objects.ts';
import { listPage, readListParams } from '../requests/lists.ts';
import type { Operation } from '../requests/operation.ts';
import { ClearableText, Integer, Metadata, mergeMetadata, readParams, textOrNull } from '../requests/parameters.ts';
import { endSubscription, expireIncomplete, hasEnded } from '../subscriptions/subscription-status.ts';
import { changeBalance } from './customer-balance.ts';

const customerParams = {
  balance: v.optional(Integer),
  description: ClearableText,
  email: ClearableText,
  metadata: Metadata,
  name: ClearableText,
  phone: ClearableText,
  invoice_settings: v.optional(v.strictObject({ default_payment_method: ClearableText })),
};
type CustomerParams = v.InferOutput<v.StrictObjectSchema<typeof customerParams, undefined>>;

/** The customer that a parameter names; a deleted one does not exist any more. */
export function customerNamed(state: FakeState, id: string, param = 'customer'): FakeCustomer {
  const customer = state.customers.get(id);
  if (!customer || customer.deleted) throw missingReference('customer', id, param);
  return customer;
}

function customerAt(state: FakeState, id: string): FakeCustomer {
  const customer = state.customers.get(id);
  if (!customer || customer.deleted) throw missing('customer', id);
  return customer;
}

function newCustomer(state: FakeState): FakeCustomer {
  const id = state.id('cus');
  return {
    id,
    object: 'customer',
    address: null,
    balance: 0,
    created: state.now,
    currency: null,
    default_source: null,
    delinquent: false,
    description: null,
    email: null,
    invoice_prefix: id.slice(-8).toUpperCase(),
    invoice_settings: { custom_fields: null, default_payment_method: null, footer: null, rendering_options: null },
    livemode: false,
    metadata: {},
    name: null,
    next_invoice_sequence: 1,
    phone: null,
    tax_exempt: 'none',
  };
}

function change(state: FakeState, customer: FakeCustomer, params: CustomerParams): void {
  const method = params.invoice_settings?.default_payment_method;
  if (method && state.paymentMethods.get(method)?.customer !== customer.id) {
    throw missingReference('PaymentMethod', method, 'invoice_settings[default_payment_method]');
  }
  if (method !== undefined) customer.invoice_settings.default_payment_method = textOrNull(method);
  for (const field of ['description', 'email', 'name', 'phone'] as const) {
    const value = params[field];
    if (value !== undefined) customer[field] = textOrNull(value);
  }
  if (params.balance !== undefined) customer.balance = params.balance;
  customer.metadata = mergeMetadata(customer.metadata, params.metadata);
}

/** Deleting a customer ends their subscriptions at once. */
function endAll(state: FakeState, customer: string): void {
  for (const subscription of state.subscriptions.values()) {
    if (subscription.customer !== customer || hasEnded(subscription)) continue;
    if (subscription.status === 'incomplete') expireIncomplete(state, subscription);
    else endSubscription(state, subscription, 'cancellation_requested');
  }
}

export const customerOperations: Operation[] = [
  {
    method: 'POST',
    path: '/v1/customers',
    run(state, params) {
      const read = readParams(customerParams, params);
      const customer = newCustomer(state);
      change(state, customer, read);
      state.customers.set(customer.id, customer);
      state.emit('customer.created', customer);
      return customer;
    },
  },
  {
    method: 'GET',
    path: '/v1/customers',
    run: (state, params) => {
      const read = readListParams({ email: v.optional(v.string()) }, params);
      const living = [...state.customers.values()].filter((customer) => !customer.deleted);
      return listPage('/v1/customers', living, read, (customer) => !read.email || customer.email === read.email);
    },
  },
  {
    method: 'GET',
    path: '/v1/customers/:id',
    run: (state, _params, id) => state.customers.get(id) ?? customerAt(state, id),
  },
  {
    method: 'POST',
    path: '/v1/customers/:id',
    run(state, params, id) {
      const customer = customerAt(state, id);
      change(state, customer, readParams(customerParams, params));
      state.emit('customer.updated', customer);
      return customer;
    },
  },
  {
    method: 'DELETE',
    path: '/v1/customers/:id',
    run(state, _params, id) {
      const customer = customerAt(state, id);
      endAll(state, id);
      state.customers.set(id, { id, object: 'customer', deleted: true });
      state.emit('customer.deleted', customer);
      return state.customers.get(id);
    },
  },
  {
    method: 'GET',
    path: '/v1/customers/:id/balance_transactions',
    run(state, params, id) {
      const url = `/v1/customers/${customerAt(state, id).id}/balance_transactions`;
      return listPage(
        url,
        state.balanceTransactions.values(),
        readListParams({}, params),
        ({ customer }) => customer === id,
      );
    },
  },
  {
    method: 'POST',
    path: '/v1/customers/:id/balance_transactions',
    run(state, params, id) {
      const entries = { amount: Integer, currency: v.string(), description: ClearableText, metadata: Metadata };
      const { amount, currency, description, metadata } = readParams(entries, params);
      const customer = customerAt(state, id);
      if (customer.currency && customer.currency !== currency) {
        throw refused(`The customer's balance is in ${customer.currency}.`, undefined, 'currency');
      }
      customer.currency = currency;
      const made = changeBalance(state, customer, amount, 'adjustment', null);
      return Object.assign(made, {
        description: textOrNull(description),
        metadata: mergeMetadata({}, metadata),
      });
    },
  },
];
