import * as v from 'valibot';

const wholeNumber = (least: number, most: number) =>
  v.pipe(
    v.number(),
    v.integer('must be a whole number'),
    v.minValue(least, `must be at least ${least}`),
    v.maxValue(most, `must be at most ${most}`),
  );

const httpUrl = v.pipe(v.string(), v.url('must be a URL'), v.regex(/^https?:\/\//, 'must begin with https://'));

/** What the operator sets; the presence of this part switches billing on. */
export const billingSettingEntries = {
  /** Name of the secret in Secrets Manager with the API key and the signing secret of events, see {@link billingSecretSchema}. */
  secretName: v.pipe(v.string(), v.minLength(1, 'must not be empty')),
  /** Whether prices are without tax or include it. It matters only if tax is computed. */
  taxBehavior: v.optional(v.picklist(['exclusive', 'inclusive']), 'exclusive'),
  /** Stripe Tax computes the tax. It must be set up at Stripe first. */
  automaticTax: v.optional(v.boolean(), false),
  /** Checkout asks businesses for their tax id. */
  collectTaxIds: v.optional(v.boolean(), false),
  /** Checkout accepts promotion codes. */
  promotionCodes: v.optional(v.boolean(), false),
  /** Of an account's first subscription. */
  trialDays: v.optional(wholeNumber(0, 90), 0),
  /** How long an account keeps its plan after a failed payment. */
  graceDays: v.optional(wholeNumber(1, 60), 7),
  /** An account has one grace period in so many months of 30 days; 0: one after each failed payment. */
  graceEveryMonths: v.optional(wholeNumber(0, 36), 6),
  /** If Stripe gives an account a plan with fewer keys than are active: days until the surplus is revoked. */
  excessKeysDays: v.optional(wholeNumber(1, 60), 7),
  /** Stripe's limit of requests for this Stripe account: 100 in live mode, 25 in a sandbox. */
  stripeRequestsPerSecond: v.optional(wholeNumber(4, 1_000), 25),
  /** What an early fraud warning of the card's bank does: nothing but the operator's report, or it suspends the account. */
  onFraudWarning: v.optional(v.picklist(['report', 'suspend']), 'report'),
  /** Ids of products and prices at Stripe begin with it, so that two gateways can share a Stripe account. */
  cataloguePrefix: v.optional(
    v.pipe(v.string(), v.regex(/^[a-z][a-z\d-]{0,29}$/, 'must be up to 30 lower-case letters, digits and hyphens')),
    'sluice',
  ),
  /** Only for tests and the local gateway. Default: Stripe's API. */
  apiUrl: v.optional(httpUrl),
};

/** The settings of billing as functions get them in the variable `BILLING_SETTINGS`: with the currency of the plans' prices. */
export const billingSettingsSchema = v.strictObject({
  ...billingSettingEntries,
  currency: v.pipe(v.string(), v.regex(/^[a-z]{3}$/, 'must be an ISO 4217 code in lower case')),
});

export type BillingSettings = Readonly<v.InferOutput<typeof billingSettingsSchema>>;

/** The secret that the operator creates in Secrets Manager, as JSON. */
export const billingSecretSchema = v.object({
  apiKey: v.pipe(v.string(), v.regex(/^(sk|rk)_\w+$/, 'must be a secret or restricted key of Stripe')),
  /** Signs Stripe's events. */
  signingSecret: v.pipe(v.string(), v.regex(/^whsec_\S+$/, "must be an event destination's signing secret")),
});

export type BillingSecret = Readonly<v.InferOutput<typeof billingSecretSchema>>;
