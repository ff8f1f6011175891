import { type CardChoice, completeWithoutCard, type PageOutcome, payCheckout } from './checkout/checkout-payment.ts';
import { sessionAt } from './checkout/checkout-sessions.ts';
import { payOnPage } from './checkout/hosted-payment.ts';
import { changeCards } from './customers/cards.ts';
import { workOffDue } from './due-work.ts';
import { type FakeErrorBody, FakeParameterError, FakeStripeError } from './errors.ts';
import { type CardBehavior, FakeState, type FakeStripeOptions } from './fake-state.ts';
import { type FakeAnswer, IdempotentAnswers } from './idempotency.ts';
import { invoiceAt } from './invoices/invoices.ts';
import type { FakeEvent } from './objects/fake-objects.ts';
import type { FakeDispute, FakeFraudWarning, FakeRefund } from './objects/payment-objects.ts';
import { findOperation } from './operations.ts';
import { chargeAt } from './payments/charges.ts';
import { closeDispute, openDispute, warnOfFraud } from './payments/disputes.ts';
import { failRefund } from './payments/refunds.ts';
import { cancelInPortal, type Portal, portalAt } from './portal/portal-sessions.ts';
import { expand } from './requests/expand.ts';
import { isTextList, type Params } from './requests/parameters.ts';
import { restoreState, saveState } from './saved-state.ts';

export type FakeRequest = {
  method: string;
  /** With `/v1`, without a query. */
  path: string;
  /** Of the query or the body, with numbers and booleans in their types. */
  params?: Params;
  idempotencyKey?: string | undefined;
};

/**
 * A fake of the parts of Stripe that billing uses, without HTTP. It keeps its objects in memory and has no timers:
 * each request first works off what became due by the clock, such as renewals and retries.
 */
export class FakeStripe {
  readonly #state: FakeState;
  readonly #clock: () => number;
  readonly #callersClock: () => number;
  readonly #answers = new IdempotentAnswers();
  readonly #refusals = new Map<string, FakeStripeError>();
  /** Milliseconds that `advance` added to the clock. */
  #ahead = 0;

  constructor(options: FakeStripeOptions) {
    this.#clock = options.clock;
    this.#callersClock = options.callersClock ?? (() => this.now());
    this.#state = new FakeState(options);
    if (options.saved) this.#ahead = restoreState(this.#state, options.saved);
  }

  /** All objects and the moved time, for another fake's option `saved`. Idempotency keys are not part of it. */
  save(): Uint8Array {
    return saveState(this.#state, this.#ahead);
  }

  /** Milliseconds since 1970 at this fake. */
  now(): number {
    return this.#clock() + this.#ahead;
  }

  /** Calls the listener with every event, in the order of happening. Returns a function that ends this. */
  onEvent(listener: (event: FakeEvent) => void): () => void {
    return this.#state.onEvent(listener);
  }

  /** Where the pages are that `url` and `hosted_invoice_url` name: set it once the server has an address. */
  servePagesAt(url: string): void {
    this.#state.pagesUrl = url;
  }

  /** Moves this fake's time forward and works off what became due. */
  advance(ms: number): void {
    this.#ahead += ms;
    this.tick();
  }

  /** Works off what became due by the clock. */
  tick(): void {
    workOffDue(this.#state, Math.floor(this.now() / 1000));
  }

  /** What the Checkout page does: the customer pays with a card, or skips it where the session allows that. */
  payCheckout(session: string, choice: CardChoice | 'no_card'): PageOutcome {
    this.tick();
    const found = sessionAt(this.#state, session);
    return choice === 'no_card' ? completeWithoutCard(this.#state, found) : payCheckout(this.#state, found, choice);
  }

  /** What the page of an open invoice does: pays it, with another card or the one of the subscription. */
  payInvoice(invoice: string, choice: Partial<CardChoice> = {}): PageOutcome {
    this.tick();
    return payOnPage(this.#state, invoiceAt(this.#state, invoice), choice);
  }

  /** Changes how payments with a customer's cards end from now on; a customer without a card gets one. */
  changeCards(customer: string, behavior: CardBehavior): void {
    this.tick();
    changeCards(this.#state, customer, behavior);
  }

  /** The session and configuration behind a portal page; an unknown one is an error. */
  portal(session: string): Portal {
    this.tick();
    return portalAt(this.#state, session);
  }

  /** The customer cancels in the portal, in the way its configuration says. */
  cancelInPortal(session: string, subscription: string): void {
    cancelInPortal(this.#state, this.portal(session), subscription);
  }

  /** The cardholder disputes a charge with their bank. */
  openDispute(charge: string, reason?: string): FakeDispute {
    this.tick();
    return openDispute(this.#state, chargeAt(this.#state, charge), reason);
  }

  closeDispute(dispute: string, status: 'lost' | 'won'): FakeDispute {
    this.tick();
    return closeDispute(this.#state, dispute, status);
  }

  /** The customer's bank rejects a refund. */
  failRefund(refund: string): FakeRefund {
    this.tick();
    return failRefund(this.#state, refund);
  }

  /** From now on an operation, such as `POST /v1/invoices/:id/void`, is refused with this error; null ends it. */
  refuse(operation: string, error: { status?: number; body: FakeErrorBody } | null): void {
    if (error) this.#refusals.set(operation, new FakeStripeError(error.status ?? 400, error.body));
    else this.#refusals.delete(operation);
  }

  /** The card's network warns of fraud with a charge. */
  warnOfFraud(charge: string): FakeFraudWarning {
    this.tick();
    return warnOfFraud(this.#state, chargeAt(this.#state, charge));
  }

  /** Answers one request. A refused request is an answer with Stripe's error object, not an exception. */
  call({ method, path, params = {}, idempotencyKey }: FakeRequest): FakeAnswer {
    this.tick();
    const run = () => this.#run(method, path, params);
    try {
      if (method !== 'POST' || !idempotencyKey) return run();
      this.#state.idempotencyKey = idempotencyKey;
      const request = `${method} ${path} ${JSON.stringify(params)}`;
      return this.#answers.answer(idempotencyKey, request, this.#state.now, run);
    } catch (error) {
      if (error instanceof FakeStripeError) return { status: error.status, body: { error: error.body } };
      throw error;
    } finally {
      this.#state.idempotencyKey = null;
    }
  }

  /** Errors after the start of the operation are answers, so that idempotency keys keep them. */
  #run(method: string, path: string, { expand: paths = [], ...params }: Params): FakeAnswer {
    if (!isTextList(paths)) throw new FakeParameterError('expand', 'Invalid expand: it must be a list of texts.');
    const { operation, id } = findOperation(method, path);
    const refusal = this.#refusals.get(`${operation.method} ${operation.path}`);
    if (refusal) return { status: refusal.status, body: { error: refusal.body } };
    try {
      return { status: 200, body: expand(this.#state, operation.run(this.#state, this.#inOwnTime(params), id), paths) };
    } catch (error) {
      if (error instanceof FakeParameterError || !(error instanceof FakeStripeError)) throw error;
      return { status: error.status, body: { error: error.body } };
    }
  }

  /** The only time that callers choose is the end of a Checkout session. */
  #inOwnTime(params: Params): Params {
    const { expires_at: expiresAt } = params;
    if (typeof expiresAt !== 'number') return params;
    return { ...params, expires_at: expiresAt + Math.round((this.now() - this.#callersClock()) / 1_000) };
  }
}
