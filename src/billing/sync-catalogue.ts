import type { BillingDeps } from './billing-deps.ts';

/** A change at Stripe, as a sentence for the operator: "Create the price of developer: 49.00 usd a month". */
export type CatalogueChange = { readonly kind: 'create' | 'update' | 'deactivate'; readonly what: string };

/**
 * Brings products, prices and the portal's configuration at Stripe up to date with the settings. A second run changes
 * nothing. Subscriptions keep the price that they began with.
 * @param serviceName what customers read on invoices
 */
export async function syncCatalogue(
  _deps: Pick<BillingDeps, 'stripe' | 'settings' | 'plans'> & { readonly serviceName: string },
  _options: { readonly dryRun: boolean },
): Promise<CatalogueChange[]> {
  throw new Error('Not built yet.');
}
