/** Stripe does not answer, or refuses the operator's API key. Nothing is known about the request; it can be repeated. */
export class BillingUnavailableError extends Error {
  override readonly name = 'BillingUnavailableError';
  readonly code = 'billing_unavailable';

  constructor(cause: unknown) {
    super('The payment provider cannot be reached. Nothing is lost: try again in a few minutes.', { cause });
  }
}

/** The settings have no billing. */
export class BillingOffError extends Error {
  override readonly name = 'BillingOffError';
  readonly code = 'billing_off';

  constructor() {
    super('This service takes no payments online. Contact the operator to change to a paid plan.');
  }
}

/** Stripe does not have the prices or the portal of the settings. Only the operator can mend it. */
export class CatalogueIncompleteError extends Error {
  override readonly name = 'CatalogueIncompleteError';
  readonly code = 'catalogue_incomplete';

  constructor(missing: string) {
    super(`Stripe has no ${missing}. Run "npm run sluice -- billing sync" with the deployed settings.`);
  }
}

/** The account has a subscription that is paid: its plan is changed, not bought again. */
export class AlreadySubscribedError extends Error {
  override readonly name = 'AlreadySubscribedError';
  readonly code = 'already_subscribed';

  constructor(planId: string) {
    super(`You already pay for the ${planId} plan. Reload the page, then change the plan there.`);
  }
}

/** A payment on the account's Checkout page is being processed. */
export class PaymentInProgressError extends Error {
  override readonly name = 'PaymentInProgressError';
  readonly code = 'payment_in_progress';

  constructor() {
    super('A payment of this account is being processed. Wait a minute and reload the page.');
  }
}

/** The account has no subscription whose price could be changed. */
export class CheckoutRequiredError extends Error {
  override readonly name = 'CheckoutRequiredError';
  readonly code = 'checkout_required';

  constructor(planId: string) {
    super(`The ${planId} plan has a price. Pay for it with POST /v1/billing/checkout.`);
  }
}

/** Nothing of the current period may be credited: its money was given back, or its invoice is void. */
export class PeriodNotPaidError extends Error {
  override readonly name = 'PeriodNotPaidError';
  readonly code = 'period_not_paid';

  constructor() {
    super(
      'The payment of your current month was refunded or disputed, so the plan cannot be changed within it. Wait for the ' +
        'next month, or change to the free plan first and then buy the other plan.',
    );
  }
}

/** The subscription was changed or ended elsewhere during the request. The account is up to date now. */
export class SubscriptionChangedError extends Error {
  override readonly name = 'SubscriptionChangedError';
  readonly code = 'subscription_changed';

  constructor() {
    super(
      'Your subscription was changed by another request or at the payment provider. Look at your plan and try again.',
    );
  }
}

/** The account has never begun to pay. */
export class NoCustomerError extends Error {
  override readonly name = 'NoCustomerError';
  readonly code = 'no_customer';

  constructor() {
    super('This account has no payment details yet. Choose a paid plan first.');
  }
}

/** The API key belongs to another Stripe account or mode than the customer, or somebody else changed what Directory names. */
export class CustomerMissingError extends Error {
  override readonly name = 'CustomerMissingError';
  readonly code = 'customer_missing';

  constructor(customerId: string) {
    super(
      `Stripe does not know the customer ${customerId}, not even as a deleted one. Check that the API key is of the same ` +
        'Stripe account and mode (test or live). The account was not changed.',
    );
  }
}

/** A request to the address for events that Stripe has not signed, or that was sent before. */
export class BadEventError extends Error {
  override readonly name = 'BadEventError';
  readonly code = 'bad_event';
}

/** The cursor is not an invoice of the account. */
export class InvoiceCursorError extends Error {
  override readonly name = 'InvoiceCursorError';
  readonly code = 'invalid_cursor';

  constructor() {
    super('The cursor is not valid. Start again without a cursor.');
  }
}
