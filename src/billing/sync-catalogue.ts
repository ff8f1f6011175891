import type Stripe from 'stripe';
import type { Plan } from '../plans.ts';
import type { BillingDeps } from './billing-deps.ts';
import { findConfiguration } from './billing-portal.ts';
import { callStripe, isMissing } from './stripe-errors.ts';
import { listAll, pageSize } from './stripe-lists.ts';
import { currencyDecimals, lookupKey, priceAmount, productId } from './stripe-prices.ts';

/** A change at Stripe, as a sentence for the operator: "Price of developer: 49.00 usd a month, tax exclusive". */
export type CatalogueChange = { readonly kind: 'create' | 'update' | 'deactivate'; readonly what: string };

type CatalogueDeps = Pick<BillingDeps, 'stripe' | 'settings' | 'plans'> & {
  /** What customers read on invoices. */
  readonly serviceName: string;
};

type PlannedStep = CatalogueChange & { readonly carryOut: () => Promise<unknown> };

/**
 * Brings products, prices and the portal's configuration at Stripe up to date with the settings. A second run changes
 * nothing. Subscriptions keep the price that they began with.
 * @throws {BillingUnavailableError}
 */
export const syncCatalogue = (
  deps: CatalogueDeps,
  { dryRun }: { readonly dryRun: boolean },
): Promise<CatalogueChange[]> =>
  callStripe(async () => {
    const changes: CatalogueChange[] = [];
    for (const plan of deps.plans.all.filter(({ pricePerMonth }) => pricePerMonth > 0)) {
      for (const find of [productSteps, priceSteps]) changes.push(...(await carryOut(await find(deps, plan), dryRun)));
    }
    changes.push(...(await carryOut(await portalSteps(deps), dryRun)));
    return changes;
  });

async function carryOut(steps: readonly PlannedStep[], dryRun: boolean): Promise<CatalogueChange[]> {
  if (!dryRun) for (const step of steps) await step.carryOut();
  return steps.map(({ kind, what }) => ({ kind, what }));
}

async function productSteps({ stripe, settings, serviceName }: CatalogueDeps, plan: Plan): Promise<PlannedStep[]> {
  const id = productId(plan, settings);
  const name = `${serviceName} ${plan.id}`;
  const product = await findProduct(stripe, id);
  const what = `Product ${id}: ${name}`;
  const metadata = { planId: plan.id };
  if (!product) return [{ kind: 'create', what, carryOut: () => stripe.products.create({ id, name, metadata }) }];
  if (product.active && product.name === name) return [];
  return [{ kind: 'update', what, carryOut: () => stripe.products.update(id, { name, active: true }) }];
}

async function findProduct(stripe: Stripe, id: string): Promise<Stripe.Product | undefined> {
  try {
    return await stripe.products.retrieve(id);
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

/** First the new price, then the old ones: in between both can be bought, and never none. */
async function priceSteps({ stripe, settings }: CatalogueDeps, plan: Plan): Promise<PlannedStep[]> {
  const key = lookupKey(plan, settings);
  const product = productId(plan, settings);
  const [current] = (await stripe.prices.list({ lookup_keys: [key], limit: 1 })).data;
  const listed = await listPrices(stripe, product);
  const isOffered = plan.availability !== 'retired';
  const outdated = listed.filter(({ active, id }) => active && (id !== current?.id || !isOffered));
  const deactivations = outdated.map(({ id, unit_amount, currency }) => ({
    kind: 'deactivate' as const,
    what: `Price of ${plan.id}: ${display(unit_amount ?? 0, currency)} a month (${id})`,
    carryOut: () => stripe.prices.update(id, { active: false }),
  }));
  if (!isOffered || current?.active) return deactivations;
  const { currency, taxBehavior } = settings;
  const amount = priceAmount(plan, settings);
  const what = `Price of ${plan.id}: ${display(amount, currency)} a month, tax ${taxBehavior}`;
  if (current) {
    const activate = () => stripe.prices.update(current.id, { active: true });
    return [{ kind: 'update', what, carryOut: activate }, ...deactivations];
  }
  const create = () =>
    stripe.prices.create({
      product,
      lookup_key: key,
      unit_amount: amount,
      currency,
      tax_behavior: taxBehavior,
      recurring: { interval: 'month' },
      metadata: { planId: plan.id },
    });
  return [{ kind: 'create', what, carryOut: create }, ...deactivations];
}

async function listPrices(stripe: Stripe, product: string): Promise<Stripe.Price[]> {
  try {
    return await listAll(stripe.prices.list({ product, active: true, limit: pageSize }));
  } catch (error) {
    // In a dry run the product may not exist yet.
    if (isMissing(error)) return [];
    throw error;
  }
}

const display = (amount: number, currency: string): string => {
  const decimals = currencyDecimals(currency);
  return `${(amount / 10 ** decimals).toFixed(decimals)} ${currency}`;
};

/** No plan changes: the portal ignores the number of keys and unpaid periods. No credit, which ignores the latter too. */
const portalFeatures: Stripe.BillingPortal.ConfigurationCreateParams.Features = {
  customer_update: { enabled: true, allowed_updates: ['address', 'name', 'tax_id'] },
  invoice_history: { enabled: true },
  payment_method_update: { enabled: true },
  subscription_cancel: { enabled: true, mode: 'immediately', proration_behavior: 'none' },
  subscription_update: { enabled: false },
};

async function portalSteps({ stripe, settings }: CatalogueDeps): Promise<PlannedStep[]> {
  const existing = await findConfiguration(stripe, settings);
  const what = 'Configuration of the billing portal';
  const metadata = { catalogue: settings.cataloguePrefix };
  if (!existing) {
    const create = () => stripe.billingPortal.configurations.create({ features: portalFeatures, metadata });
    return [{ kind: 'create', what, carryOut: create }];
  }
  if (contains(existing.features, portalFeatures)) return [];
  const update = () => stripe.billingPortal.configurations.update(existing.id, { features: portalFeatures });
  return [{ kind: 'update', what, carryOut: update }];
}

/** Whether an object has every member of another one; Stripe adds members of its own. */
function contains(actual: unknown, expected: unknown): boolean {
  if (typeof expected !== 'object' || expected === null) return actual === expected;
  if (typeof actual !== 'object' || actual === null) return false;
  if (Array.isArray(expected)) {
    return Array.isArray(actual) && actual.length === expected.length && expected.every((one) => actual.includes(one));
  }
  const members = new Map<string, unknown>(Object.entries(actual));
  return Object.entries(expected).every(([name, value]) => contains(members.get(name), value));
}
