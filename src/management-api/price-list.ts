import { stripeRequests } from '../billing/stripe-budget.ts';
import { maxPageLength } from '../records/history.ts';
import { maxReportTokens } from '../usage/read-meter.ts';
import { mostOfSearch } from './history-tokens.ts';
import type { UnparsedRequest } from './invalid-request.ts';

/** The most that an operation may use, apart from a caller's account and bucket: 2 to 5 units that every request needs. */
export type Price = {
  /** DynamoDB's read units. */
  readonly reads: number;
  /** DynamoDB's write units: a kilobyte in a transaction is two. */
  readonly writes?: number;
  /** KB of the answer. */
  readonly sends?: number;
  readonly stripe?: number;
  readonly cognito?: number;
  /** Tokens that are taken first where the use grows with the account's data. What it did not need is given back. */
  readonly most?: number;
};

/** What one token pays for, of one thing or of several together. A request to Stripe is 0.3 s of a waiting function. */
export const perToken = { reads: 64, writes: 3, sends: 128, stripe: 4, cognito: 4 } as const;

/** A key in a transaction with its account, a secret, the activity and the Idempotency-Key. */
const change = { reads: 6, writes: 12 };
const withPassword = { ...change, writes: 14, cognito: 2 };
const report = { reads: 32, sends: 64, most: maxReportTokens };
/** Each key has figures in two tables: four units. */
export const keysPerToken = perToken.reads / 4;
const mostOfKeys = Math.ceil(maxPageLength / keysPerToken);
const search = { reads: 13, sends: 96, most: mostOfSearch };

/** Of every operation: one without a price does not compile. docs/management-api.md shows it. */
export const priceList = {
  getAccount: { reads: 2 },
  changeAccountPlan: { ...change, stripe: stripeRequests.change },
  previewAccountPlan: { reads: 2, stripe: stripeRequests.preview },
  listActivity: { reads: 26, sends: 64 },
  changePassword: { ...withPassword, cognito: 4 },
  changeEmail: { ...withPassword, cognito: 5 },
  confirmEmail: { ...change, cognito: 1 },
  signOutEverywhere: { ...change, cognito: 1 },
  createRecoveryCodes: withPassword,
  enableSecondFactor: { ...withPassword, cognito: 3 },
  disableSecondFactor: { ...withPassword, cognito: 3 },
  deleteAccount: { ...withPassword, cognito: 3, stripe: stripeRequests.end },
  getBilling: { reads: 2, stripe: stripeRequests.summary },
  listInvoices: { reads: 2, stripe: stripeRequests.invoices },
  openCheckout: { ...change, stripe: stripeRequests.checkout },
  openBillingPortal: { ...change, stripe: stripeRequests.portal },
  refreshBilling: { ...change, stripe: stripeRequests.refresh },
  listTokens: { reads: 8 },
  createToken: withPassword,
  renameToken: change,
  revokeToken: change,
  listPlans: { reads: 0 },
  listEndpoints: { reads: 0 },
  listNetworks: { reads: 32 },
  listKeys: { reads: 64, most: mostOfKeys },
  createKey: { ...change, writes: 14 },
  getKey: { reads: 4 },
  renameKey: change,
  rotateKey: change,
  endSecret: change,
  revokeKey: change,
  getKeyUsage: report,
  listRequests: search,
  getRequest: { reads: 2 },
  listAccountRequests: search,
  analyzeRequests: search,
  getUsage: report,
  getUsageByKey: report,
  getUsageSplit: report,
} as const satisfies Record<string, Price>;

export type PricedOperation = keyof typeof priceList;

/** A token, or as many as the parts of a price add up to. */
export function tokensOf(id: PricedOperation): number {
  const price: Price = priceList[id];
  const { reads, writes = 0, sends = 0, stripe = 0, cognito = 0 } = price;
  const asked = stripe / perToken.stripe + cognito / perToken.cognito;
  return Math.max(1, Math.ceil(reads / perToken.reads + writes / perToken.writes + sends / perToken.sends + asked));
}

export type Priced = {
  readonly id: PricedOperation;
  /** Whether a request needs no more than the first tokens of a price with a `most`. */
  readonly needsLeast?: (query: UnparsedRequest['query']) => boolean;
};

/** What is taken before a request is served, and what it costs if it is refused. */
export function tokensFor({ id, needsLeast }: Priced, query: UnparsedRequest['query']) {
  const least = tokensOf(id);
  const { most }: Price = priceList[id];
  return { most: most === undefined || needsLeast?.(query) ? least : most, ifRefused: least };
}
