import { expect, test } from '@jest/globals';
import * as v from 'valibot';
import { apiRoutes } from '../../src/management-api/api-routes.ts';
import type { OperationContract } from '../../src/management-api/operation.ts';
import { publicRoutes } from '../../src/management-api/public-routes.ts';

/** Why a repetition of these needs no Idempotency-Key, although they are no GET. */
const repeatable: Readonly<Record<string, string>> = {
  openCheckout: 'Opening a page changes no account, and an older page can no longer be paid.',
  openBillingPortal: 'Opening a page changes nothing.',
  refreshBilling: 'A repetition finds the account as it is at Stripe.',
  signUp: 'The caller has no account yet; a new code voids the old one, and mails are limited.',
  recover: 'The caller has no token; a repetition is refused, because the code is spent.',
  reportLeakedSecret: 'The caller has no account; a leak is reported once an hour, and a revoked key stays revoked.',
};

const routes = [...apiRoutes, ...publicRoutes];

/** Whether an operation was made by `changeOperation`. */
const takesIdempotencyKey = ({ request }: OperationContract): boolean =>
  v.is(v.object({ headers: v.object({ entries: v.looseObject({ 'idempotency-key': v.unknown() }) }) }), request);

const idsOf = (chosen: typeof routes): string[] => chosen.map(({ operation }) => operation.id).sort();

test('every operation that changes something is made by changeOperation, or has a reason here', () => {
  const others = routes.filter(({ method, operation }) => method !== 'GET' && !takesIdempotencyKey(operation));
  expect(idsOf(others)).toEqual(Object.keys(repeatable).sort());
  expect(routes.filter(({ method }) => method !== 'GET').length).toBeGreaterThan(2 * others.length);
});

test('no GET is made by changeOperation', () => {
  expect(idsOf(routes.filter(({ method, operation }) => method === 'GET' && takesIdempotencyKey(operation)))).toEqual(
    [],
  );
});
