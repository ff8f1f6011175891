import type { FakePrice, FakeProduct } from './catalogue-objects.ts';
import type { FakeCheckoutSession } from './checkout-objects.ts';
import type {
  DeletedFakeCustomer,
  FakeBalanceTransaction,
  FakeCustomer,
  FakePaymentMethod,
} from './customer-objects.ts';
import type { FakeInvoice, FakeInvoicePayment } from './invoice-objects.ts';
import type { FakeCharge, FakeDispute, FakeFraudWarning, FakePaymentIntent, FakeRefund } from './payment-objects.ts';
import type { FakePortalConfiguration, FakePortalSession } from './portal-objects.ts';
import type { FakeSubscription } from './subscription-objects.ts';

export type FakeObject =
  | FakeCustomer
  | DeletedFakeCustomer
  | FakeProduct
  | FakePrice
  | FakePaymentMethod
  | FakeCheckoutSession
  | FakeSubscription
  | FakeInvoice
  | FakeInvoicePayment
  | FakePaymentIntent
  | FakeCharge
  | FakeRefund
  | FakeDispute
  | FakeFraudWarning
  | FakePortalConfiguration
  | FakePortalSession
  | FakeBalanceTransaction;

export type FakeEvent = {
  id: string;
  object: 'event';
  api_version: string;
  created: number;
  data: { object: FakeObject };
  livemode: false;
  pending_webhooks: number;
  request: { id: null; idempotency_key: string | null };
  type: string;
};
