import { priceOperations } from './catalogue/prices.ts';
import { productOperations } from './catalogue/products.ts';
import { checkoutOperations } from './checkout/checkout-sessions.ts';
import { customerOperations } from './customers/customers.ts';
import { FakeStripeError } from './errors.ts';
import { invoicePaymentOperations } from './invoices/invoice-payments.ts';
import { invoiceOperations } from './invoices/invoices.ts';
import { chargeOperations } from './payments/charges.ts';
import { disputeOperations } from './payments/disputes.ts';
import { refundOperations } from './payments/refunds.ts';
import { portalConfigurationOperations } from './portal/portal-configurations.ts';
import { portalSessionOperations } from './portal/portal-sessions.ts';
import type { Operation } from './requests/operation.ts';
import { subscriptionOperations } from './subscriptions/subscriptions.ts';

const operations: Operation[] = [
  ...customerOperations,
  ...productOperations,
  ...priceOperations,
  ...checkoutOperations,
  ...subscriptionOperations,
  ...invoiceOperations,
  ...invoicePaymentOperations,
  ...chargeOperations,
  ...refundOperations,
  ...disputeOperations,
  ...portalConfigurationOperations,
  ...portalSessionOperations,
];

/** Every operation the fake has, as `POST /v1/customers/:id`. */
export const operationNames: readonly string[] = operations.map(({ method, path }) => `${method} ${path}`);

const routes = operations.map((operation) => {
  const pattern = operation.path.split('/').map((part) => (part === ':id' ? '([^/]+)' : part));
  return { operation, pattern: new RegExp(`^${pattern.join('/')}$`) };
});

/** The operation of a request and the id in its path. Fixed paths stand before those with an id. */
export function findOperation(method: string, path: string): { operation: Operation; id: string } {
  for (const { operation, pattern } of routes) {
    const match = operation.method === method ? pattern.exec(path) : null;
    if (match) return { operation, id: decodeURIComponent(match[1] ?? '') };
  }
  throw new FakeStripeError(404, {
    type: 'invalid_request_error',
    message: `Unrecognized request URL (${method}: ${path}): the fake has no such operation.`,
  });
}
