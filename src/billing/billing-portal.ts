import type Stripe from 'stripe';
import { findAccount } from '../directory/directory-reads.ts';
import { isDeletedCustomer } from './account-difference.ts';
import type { BillingDeps } from './billing-deps.ts';
import { CatalogueIncompleteError, NoCustomerError } from './billing-errors.ts';
import type { BillingSettings } from './billing-settings.ts';
import { callStripe } from './stripe-errors.ts';
import { listAll, pageSize } from './stripe-lists.ts';

/**
 * Opens Stripe's billing portal for the account: cards, invoices, tax details, cancellation.
 * @throws {NoCustomerError} @throws {CatalogueIncompleteError} @throws {BillingUnavailableError}
 */
export const openPortal = (
  { stripe, directory, settings }: Pick<BillingDeps, 'stripe' | 'directory' | 'settings'>,
  accountId: string,
  returnUrl: string,
): Promise<{ url: string }> =>
  callStripe(async () => {
    const { billing } = await findAccount(directory, accountId);
    if (!billing || (await isDeletedCustomer(stripe, billing.customerId))) throw new NoCustomerError();
    const configuration = await configurationId(stripe, settings);
    const { url } = await stripe.billingPortal.sessions.create({
      customer: billing.customerId,
      configuration,
      return_url: returnUrl,
    });
    return { url };
  });

/** The portal's configuration of these settings; other gateways may share the Stripe account. */
export async function findConfiguration(
  stripe: Stripe,
  { cataloguePrefix }: BillingSettings,
): Promise<Stripe.BillingPortal.Configuration | undefined> {
  const all = await listAll(stripe.billingPortal.configurations.list({ active: true, limit: pageSize }));
  return all.find(({ metadata }) => metadata?.catalogue === cataloguePrefix);
}

// "billing sync" changes a configuration but never replaces it, so a process reads it once.
const known = new WeakMap<Stripe, string>();

async function configurationId(stripe: Stripe, settings: BillingSettings): Promise<string> {
  const id = known.get(stripe) ?? (await findConfiguration(stripe, settings))?.id;
  if (id === undefined) throw new CatalogueIncompleteError('configuration of the billing portal');
  known.set(stripe, id);
  return id;
}
