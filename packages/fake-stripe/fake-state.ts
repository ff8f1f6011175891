import type { FakePrice, FakeProduct } from './objects/catalogue-objects.ts';
import type { FakeCheckoutSession } from './objects/checkout-objects.ts';
import type {
  DeletedFakeCustomer,
  FakeBalanceTransaction,
  FakeCustomer,
  FakePaymentMethod,
} from './objects/customer-objects.ts';
import type { FakeEvent, FakeObject } from './objects/fake-objects.ts';
import type { FakeInvoice, FakeInvoicePayment } from './objects/invoice-objects.ts';
import type { FakeCharge, FakeDispute, FakePaymentIntent, FakeRefund } from './objects/payment-objects.ts';
import type { FakePortalConfiguration, FakePortalSession } from './objects/portal-objects.ts';
import type { FakeSubscription, FakeSubscriptionItem } from './objects/subscription-objects.ts';

/** How a card answers a payment: it pays, is declined, or asks the cardholder to confirm (3-D Secure). */
export type CardBehavior = 'pays' | 'is_declined' | 'asks';

export type FakeStripeOptions = {
  /** Milliseconds since 1970. `advance` adds to it. */
  clock: () => number;
  /** What follows the last failed retry of a payment. Default: the subscription becomes `unpaid`. */
  retries?: 'cancel' | 'unpaid' | 'past_due';
  /** Days from the first failure to the last retry; four retries are spread evenly. Default 14. */
  lastRetryAfterDays?: number;
  /** Part of every id, so that ids of several fakes differ. Default `fake`. */
  label?: string;
  /** Where Checkout, hosted invoices and the portal are. */
  pagesUrl?: string;
  /** The clock of the programs that call: the times in their requests are meant by it. Default: the fake's time. */
  callersClock?: () => number;
  /** What `save` of another fake returned: this one continues there. */
  saved?: Uint8Array | undefined;
};

/** A part of a price that was debited for a period; its unused rest is what a change credits. */
export type Debit = { amount: number; start: number; end: number };

/** What a subscription becomes once the invoice is paid. */
export type PendingUpdate = { invoice: string; items: FakeSubscriptionItem[]; debits: [string, Debit][] };

/** An amount that waits for the next invoice of its customer. */
export type PendingLine = {
  amount: number;
  description: string;
  itemId: string;
  period: { start: number; end: number };
  priceId: string;
  productId: string;
  proration: boolean;
  quantity: number;
  subscription: string;
};

/** What a Checkout session creates, and what the fake keeps of it beside the session's own fields. */
export type CheckoutPlan = {
  lines: { priceId: string; quantity: number }[];
  metadata: Record<string, string>;
  trialEnd: number | null;
  missingPaymentMethod: 'cancel' | 'create_invoice' | 'pause';
  automaticTax: boolean;
  /** The incomplete subscription of a first attempt that failed. */
  attempt: string | null;
};

/** All objects of one fake account, its time and its event log. Plain Maps, in the order of creation. */
export class FakeState {
  readonly balanceTransactions = new Map<string, FakeBalanceTransaction>();
  readonly charges = new Map<string, FakeCharge>();
  readonly configurations = new Map<string, FakePortalConfiguration>();
  readonly customers = new Map<string, FakeCustomer | DeletedFakeCustomer>();
  readonly disputes = new Map<string, FakeDispute>();
  readonly intents = new Map<string, FakePaymentIntent>();
  readonly invoicePayments = new Map<string, FakeInvoicePayment>();
  readonly invoices = new Map<string, FakeInvoice>();
  readonly paymentMethods = new Map<string, FakePaymentMethod>();
  readonly portalSessions = new Map<string, FakePortalSession>();
  readonly prices = new Map<string, FakePrice>();
  readonly products = new Map<string, FakeProduct>();
  readonly refunds = new Map<string, FakeRefund>();
  readonly sessions = new Map<string, FakeCheckoutSession>();
  readonly subscriptions = new Map<string, FakeSubscription>();

  readonly cards = new Map<string, CardBehavior>();
  readonly checkoutPlans = new Map<string, CheckoutPlan>();
  /** By subscription item. */
  readonly debits = new Map<string, Debit>();
  /** By customer. */
  readonly pendingLines = new Map<string, PendingLine[]>();
  /** By subscription. */
  readonly pendingUpdates = new Map<string, PendingUpdate>();
  readonly paymentOfInvoice = new Map<string, { payment: FakeInvoicePayment; intent: FakePaymentIntent }>();

  /** Seconds since 1970. While due work runs, the second at which it was due. */
  now: number;
  pagesUrl: string;
  /** Of the request that runs; events carry it. */
  idempotencyKey: string | null = null;
  readonly retries: 'cancel' | 'unpaid' | 'past_due';
  readonly retryAfterSeconds: readonly number[];
  readonly #label: string;
  /** Number in the newest id. */
  lastId = 0;
  readonly #listeners = new Set<(event: FakeEvent) => void>();

  constructor(options: FakeStripeOptions) {
    this.now = Math.floor(options.clock() / 1000);
    this.pagesUrl = options.pagesUrl ?? 'https://fake-stripe.invalid';
    this.retries = options.retries ?? 'unpaid';
    const last = (options.lastRetryAfterDays ?? 14) * 86_400;
    this.retryAfterSeconds = [0.25, 0.5, 0.75, 1].map((part) => Math.round(part * last));
    this.#label = options.label ?? 'fake';
  }

  id(prefix: string): string {
    this.lastId += 1;
    return `${prefix}_${this.#label}${String(this.lastId).padStart(6, '0')}`;
  }

  onEvent(listener: (event: FakeEvent) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** The event holds a copy: later changes of the object do not change what was sent. */
  emit(type: string, object: FakeObject): void {
    const id = this.id('evt');
    if (this.#listeners.size === 0) return;
    const event: FakeEvent = {
      id,
      object: 'event',
      api_version: '2026-10-28.endive',
      created: this.now,
      data: { object: copy(object) },
      livemode: false,
      pending_webhooks: this.#listeners.size,
      request: { id: null, idempotency_key: this.idempotencyKey },
      type,
    };
    for (const listener of this.#listeners) listener(event);
  }
}

/** A deep copy of plain data; much faster than by JSON or `structuredClone`, which most of the fake's time would go to. */
export function copy<T>(value: T): T;
export function copy(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(copy);
  if (!isRecord(value)) return value;
  const copied: Record<string, unknown> = {};
  for (const key in value) copied[key] = copy(value[key]);
  return copied;
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
