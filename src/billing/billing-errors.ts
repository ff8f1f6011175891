import { errorClass, fixedErrorClass } from '../error-class.ts';

/** Stripe does not answer. Nothing is known about the request; it can be repeated. */
export class BillingUnavailableError extends fixedErrorClass(
  'BillingUnavailableError',
  'billing_unavailable',
  'The payment provider cannot be reached. Nothing is lost: try again in a few minutes.',
) {}

/** More events than their share of the requests to Stripe allows. Stripe sends this one again. */
export class TooManyEventsError extends fixedErrorClass(
  'TooManyEventsError',
  'too_many_events',
  'Too many events at once. Send this one again.',
) {}

/** Stripe refuses a request; the customer, or the operator for them, can remove the reason. The message is public. */
export class PaymentRefusedError extends Error {
  override readonly name = 'PaymentRefusedError';
  readonly code: 'card_declined' | 'address_refused' | 'email_refused' | 'currency_refused';

  constructor(code: PaymentRefusedError['code'], message: string, cause: unknown) {
    super(message, { cause });
    this.code = code;
  }
}

/** Stripe refuses the operator's API key, or a request that only the settings can make right. */
export class BillingConfigurationError extends fixedErrorClass(
  'BillingConfigurationError',
  'billing_misconfigured',
  'The payment provider refused the request because of its configuration. Nothing was charged. The operator has been ' +
    'notified; try again later.',
) {}

export class BillingOffError extends fixedErrorClass(
  'BillingOffError',
  'billing_off',
  'This service takes no payments online. Contact the operator to change to a paid plan.',
) {}

/** Stripe does not have the prices or the portal of the settings. Only the operator can fix it. */
export class CatalogueIncompleteError extends errorClass('CatalogueIncompleteError', 'catalogue_incomplete') {
  constructor(missing: string) {
    super(`Stripe has no ${missing}. Run "npm run sluice -- billing sync" with the deployed settings.`);
  }
}

export class AlreadySubscribedError extends errorClass('AlreadySubscribedError', 'already_subscribed') {
  constructor(planId: string) {
    super(`You already pay for the ${planId} plan. Reload the page, then change the plan there.`);
  }
}

export class PaymentInProgressError extends fixedErrorClass(
  'PaymentInProgressError',
  'payment_in_progress',
  'A payment of this account is being processed. Wait a minute and reload the page.',
) {}

/** The account has no subscription whose price could be changed. */
export class CheckoutRequiredError extends errorClass('CheckoutRequiredError', 'checkout_required') {
  constructor(planId: string) {
    super(`The ${planId} plan has a price. Pay for it with POST /v1/billing/checkout.`);
  }
}

/** The current period was never paid: its invoice is void, or written off. */
export class PeriodNotPaidError extends fixedErrorClass(
  'PeriodNotPaidError',
  'period_not_paid',
  'The invoice of your current month was cancelled, so the plan cannot be changed within it. Change to the free plan ' +
    'first, and then buy the other plan; or wait for the next month.',
) {}

/** The account is up to date now. */
export class SubscriptionChangedError extends fixedErrorClass(
  'SubscriptionChangedError',
  'subscription_changed',
  'Your subscription was changed by another request or at the payment provider. Look at your plan and try again.',
) {}

class AccountSuspendedError extends fixedErrorClass(
  'AccountSuspendedError',
  'account_suspended',
  'Your account is suspended, so it cannot buy or change a plan. Contact the operator.',
) {}

/** @throws {AccountSuspendedError} */
export function requireNotSuspended({ state }: { readonly state: string }): void {
  if (state === 'suspended') throw new AccountSuspendedError();
}

/** The account owes credit whose payment was refunded or disputed. */
export class DebtError extends errorClass('DebtError', 'payment_due') {
  /** The page where it can be paid. */
  readonly paymentUrl: string | null;

  constructor(paymentUrl: string | null) {
    super(
      'A payment of this account was refunded or disputed after its credit had been used. Pay the open invoice on the ' +
        'plan page first.',
    );
    this.paymentUrl = paymentUrl;
  }
}

export class PreviewOutdatedError extends fixedErrorClass(
  'PreviewOutdatedError',
  'preview_outdated',
  'Your plan or the day has changed since you saw what this costs. Look at the new amounts, then confirm again.',
) {}

export class NoCustomerError extends fixedErrorClass(
  'NoCustomerError',
  'no_customer',
  'This account has no payment details yet. Choose a paid plan first.',
) {}

/** The API key is of another Stripe account or mode than the customer, or the Directory names a wrong customer. */
export class CustomerMissingError extends errorClass('CustomerMissingError', 'customer_missing') {
  constructor(customerId: string) {
    super(
      `Stripe does not know the customer ${customerId}, not even as a deleted one. Check that the API key is of the same ` +
        'Stripe account and mode (test or live). The account was not changed.',
    );
  }
}

/** A request to the address for events that Stripe has not signed, or that was sent before. */
export class BadEventError extends errorClass('BadEventError', 'bad_event') {}

export class InvoiceCursorError extends fixedErrorClass(
  'InvoiceCursorError',
  'invalid_cursor',
  'The cursor is not valid. Start again without a cursor.',
) {}
