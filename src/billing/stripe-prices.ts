import type Stripe from 'stripe';
import { choosePlan, type Plan, type Plans, planChoices, UnknownPlanError } from '../plans.ts';
import type { BillingDeps } from './billing-deps.ts';
import { CatalogueIncompleteError } from './billing-errors.ts';
import type { BillingSettings } from './billing-settings.ts';

/** An amount in the currency's smallest unit. */
export type Money = { readonly amount: number; readonly currency: string };

/** https://docs.stripe.com/currencies#zero-decimal and #three-decimal: not always the number of ISO 4217. */
const withoutDecimals = [
  'bif',
  'clp',
  'djf',
  'gnf',
  'jpy',
  'kmf',
  'krw',
  'mga',
  'pyg',
  'rwf',
  'vnd',
  'vuv',
  'xaf',
  'xof',
  'xpf',
];
const withThreeDecimals = ['bhd', 'jod', 'kwd', 'omr', 'tnd'];

/** How many decimals Stripe's amounts of a currency have. */
export function currencyDecimals(currency: string): 0 | 2 | 3 {
  if (withoutDecimals.includes(currency)) return 0;
  return withThreeDecimals.includes(currency) ? 3 : 2;
}

/** A plan's price a month, in the currency's smallest unit. */
export const priceAmount = ({ pricePerMonth }: Plan, { currency }: BillingSettings): number =>
  pricePerMonth * 10 ** currencyDecimals(currency);

export const productId = ({ id }: Plan, { cataloguePrefix }: BillingSettings): string => `${cataloguePrefix}-${id}`;

/** Names exactly one price: another amount, currency or tax behavior is another price. */
export const lookupKey = (plan: Plan, settings: BillingSettings): string =>
  [productId(plan, settings), priceAmount(plan, settings), settings.currency, settings.taxBehavior].join('-');

/** @throws {UnknownPlanError} also for a plan without a price */
export function choosePriced(plans: Plans, planId: string): Plan {
  const plan = choosePlan(plans, planId, 'payer');
  if (plan.pricePerMonth > 0) return plan;
  throw new UnknownPlanError(
    planId,
    planChoices(plans, 'payer').filter(({ pricePerMonth }) => pricePerMonth > 0),
  );
}

// Prices never change, so a process reads each once.
const foundPrices = new WeakMap<Stripe, Map<string, string>>();

/** The id of a plan's price. @throws {CatalogueIncompleteError} */
export async function findPrice({ stripe, settings }: BillingDeps, plan: Plan): Promise<string> {
  const key = lookupKey(plan, settings);
  const known = foundPrices.get(stripe) ?? new Map<string, string>();
  foundPrices.set(stripe, known);
  const id = known.get(key) ?? (await stripe.prices.list({ lookup_keys: [key], active: true, limit: 1 })).data[0]?.id;
  if (id === undefined) throw new CatalogueIncompleteError(`active price with the lookup key ${key}`);
  known.set(key, id);
  return id;
}
