import { chargeOperations } from './charges.ts';
import { checkoutOperations } from './checkout-sessions.ts';
import { customerOperations } from './customers.ts';
import { disputeOperations } from './disputes.ts';
import { FakeStripeError } from './errors.ts';
import { invoicePaymentOperations } from './invoice-payments.ts';
import { invoiceOperations } from './invoices.ts';
import type { Operation } from './operation.ts';
import { portalConfigurationOperations } from './portal-configurations.ts';
import { portalSessionOperations } from './portal-sessions.ts';
import { priceOperations } from './prices.ts';
import { productOperations } from './products.ts';
import { refundOperations } from './refunds.ts';
import { subscriptionOperations } from './subscriptions.ts';

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
