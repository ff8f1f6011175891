import type { ChangeOrigin } from '../../src/directory/activity.ts';
import type { ChangeRequest } from '../../src/directory/change-account.ts';

export const customer: ChangeOrigin = { by: 'customer', address: '198.51.100.7', client: 'test' };

export const operator: ChangeOrigin = { by: 'operator' };

/** A customer's request to change the account. */
export const byCustomer = (accountId: string, idempotency?: ChangeRequest['idempotency']): ChangeRequest => ({
  accountId,
  origin: customer,
  idempotency,
});

/** An operator's request to change the account. */
export const byOperator = (accountId: string): ChangeRequest => ({ accountId, origin: operator });
