import { createHash } from 'node:crypto';
import { changeAccount, nextVersion } from '../directory/change-account.ts';
import { type Account, noSubscription } from '../directory/directory-items.ts';
import { AccountDeletedError } from '../directory/directory-reads.ts';
import { isDeletedCustomer } from './account-difference.ts';
import { type BillingDeps, byBilling } from './billing-deps.ts';
import { customerWrite } from './billing-rows.ts';

/**
 * The account's customer at Stripe, created if there is none. The account knows its customer before anything can be paid.
 * @throws {CustomerMissingError} @throws {AccountDeletedError}
 */
export async function ensureCustomer(deps: BillingDeps, account: Account): Promise<string> {
  const { accountId, email, billing } = account;
  const known = billing?.customerId;
  if (known !== undefined && !(await isDeletedCustomer(deps.stripe, known))) return known;
  // Two requests at once create one customer.
  const idempotencyKey = `customer-${accountId}-${known ?? 'first'}-${createHash('sha256').update(email).digest('hex')}`;
  const { id } = await deps.stripe.customers.create({ email, metadata: { accountId } }, { idempotencyKey });
  try {
    return await storeCustomer(deps, accountId, known, id);
  } catch (error) {
    // Nothing else leads to this customer, who is a person.
    if (error instanceof AccountDeletedError) await deps.stripe.customers.del(id);
    throw error;
  }
}

/** Returns the customer that another request has stored meanwhile, if one has. */
const storeCustomer = (
  deps: BillingDeps,
  accountId: string,
  replaced: string | undefined,
  customerId: string,
): Promise<string> =>
  changeAccount(
    deps,
    { accountId, origin: byBilling },
    {
      decide: async (account) => {
        const { billing } = account;
        if (billing && billing.customerId !== replaced) return { result: billing.customerId };
        const next = nextVersion(account, { billing: { ...noSubscription, ...billing, customerId } });
        return { change: { account: next, writes: [customerWrite(customerId, accountId)] }, result: customerId };
      },
      repeat: async () => customerId,
    },
  );
