import * as v from 'valibot';
import type { BillingSummary } from '../../billing/billing-summary.ts';
import type { InvoiceRow } from '../../billing/list-invoices.ts';
import type { PaymentPage } from '../../billing/pending-update.ts';
import type { PlanPreview } from '../../billing/plan-preview.ts';
import { timestampSchema, toTimestamp, wholeNumber } from './field-schemas.ts';
import { passwordSchema } from './user-schemas.ts';

const money = {
  amount: v.pipe(wholeNumber, v.description('In the smallest unit of the currency, for example cents.')),
  currency: v.pipe(v.string(), v.description('ISO 4217 code in lower case, for example `usd`.')),
};

const pageUrl = v.pipe(
  v.string(),
  v.url(),
  v.description("Page of the payment provider. Open it in the customer's browser."),
);

export const paymentPageSchema = v.object({
  url: pageUrl,
  expiresAt: v.pipe(timestampSchema, v.description('Time at which the page can no longer be paid.')),
});

export const toPaymentPageView = ({ url, expiresAt }: PaymentPage): v.InferOutput<typeof paymentPageSchema> => ({
  url,
  expiresAt: toTimestamp(expiresAt),
});

export const pendingPaymentSchema = v.object({ paymentUrl: pageUrl, expiresAt: paymentPageSchema.entries.expiresAt });

export const portalSchema = v.object({ url: pageUrl });

const nullableTimestamp = v.nullable(timestampSchema);

export const billingSchema = v.object({
  enabled: v.pipe(v.boolean(), v.description('Whether you can pay for plans here. If not, contact the operator.')),
  state: v.pipe(
    v.picklist(['none', 'trialing', 'paid', 'failed', 'unpaid']),
    v.description(
      '`failed`: the last payment failed, and you keep your plan until `graceEndsAt`. `unpaid`: you have no active plan ' +
        'until the open invoice is paid.',
    ),
  ),
  planId: v.string(),
  trialEndsAt: nullableTimestamp,
  graceEndsAt: nullableTimestamp,
  pendingPlan: v.pipe(
    v.nullable(v.object({ planId: v.string(), ...pendingPaymentSchema.entries })),
    v.description('A change of plan that takes effect when it is paid.'),
  ),
  openInvoice: v.pipe(
    v.nullable(v.object({ paymentUrl: v.nullable(pageUrl), ...money })),
    v.description(
      'The invoice that is due: of a month, or of credit that was taken back because its payment was refunded or disputed.',
    ),
  ),
  nextInvoice: v.nullable(v.object({ at: timestampSchema, ...money })),
  credit: v.pipe(wholeNumber, v.description('Credit that is used for the next invoices, in the smallest unit.')),
  currency: money.currency,
  readAt: v.pipe(
    nullableTimestamp,
    v.description(
      'When this was read from the payment provider. `POST /v1/billing/refresh` reads it again. null if nothing was read.',
    ),
  ),
});

export type BillingView = v.InferOutput<typeof billingSchema>;

export const toBillingView = (summary: BillingSummary): BillingView => ({
  enabled: true,
  state: summary.state,
  planId: summary.planId,
  trialEndsAt: timestampOrNull(summary.trialEndsAt),
  graceEndsAt: timestampOrNull(summary.graceEndsAt),
  pendingPlan: summary.pendingPlan && {
    ...summary.pendingPlan,
    expiresAt: toTimestamp(summary.pendingPlan.expiresAt),
  },
  openInvoice: summary.openInvoice,
  nextInvoice: summary.nextInvoice && { ...summary.nextInvoice, at: toTimestamp(summary.nextInvoice.at) },
  credit: summary.credit,
  currency: summary.currency,
  readAt: timestampOrNull(summary.readAt),
});

const timestampOrNull = (at: number | null): string | null => (at === null ? null : toTimestamp(at));

export const billingOffView = (planId: string, currency: string): BillingView => ({
  enabled: false,
  state: 'none',
  planId,
  trialEndsAt: null,
  graceEndsAt: null,
  pendingPlan: null,
  openInvoice: null,
  nextInvoice: null,
  credit: 0,
  currency,
  readAt: null,
});

const previewSchema = v.pipe(
  v.string(),
  v.regex(/^[\w-]{22}$/, 'must be the `preview` of GET /v1/account/plan-preview'),
);

/** `preview` in the body of a change. */
export const previewParameter = v.pipe(
  v.optional(previewSchema),
  v.description(
    'From `GET /v1/account/plan-preview`. The change is refused with `preview_outdated` if the day or your account has ' +
      'changed since.',
  ),
);

/** `password` in the body of an operation that moves money. */
export const recentPassword = v.pipe(
  v.optional(passwordSchema),
  v.description('Your password. Needed if you signed in more than 15 minutes ago.'),
);

export const planPreviewSchema = v.object({
  planId: v.string(),
  kind: v.pipe(
    v.picklist(['charge', 'credit', 'checkout', 'none']),
    v.description(
      '`charge`: the amount is charged at once. `credit`: it becomes credit. `checkout`: you pay on a page first, and the ' +
        'amount is the price of a month. `none`: nothing is charged or credited.',
    ),
  ),
  ...money,
  from: v.pipe(
    timestampSchema,
    v.description('Start of the time that is charged or credited. Credit begins when the UTC day ends.'),
  ),
  callsToday: v.pipe(wholeNumber, v.description('Calls that each of your present keys has today after the change.')),
  preview: v.pipe(v.string(), v.description('Send it with the change.')),
});

export type PlanPreviewView = v.InferOutput<typeof planPreviewSchema>;

export const toPlanPreviewView = ({ from, ...preview }: PlanPreview): PlanPreviewView => ({
  ...preview,
  from: toTimestamp(from),
});

const nullableUrl = v.nullable(v.pipe(v.string(), v.url()));

export const invoiceSchema = v.object({
  invoiceId: v.string(),
  number: v.nullable(v.string()),
  at: timestampSchema,
  ...money,
  status: v.picklist(['open', 'paid', 'uncollectible', 'void']),
  pdfUrl: nullableUrl,
  paymentUrl: v.pipe(nullableUrl, v.description('Where an open invoice is paid; null for any other.')),
});

export type InvoiceView = v.InferOutput<typeof invoiceSchema>;

export const toInvoiceView = ({ invoiceId, number, at, amount, currency, status, pdfUrl, paymentUrl }: InvoiceRow) =>
  ({
    invoiceId,
    number,
    at: toTimestamp(at),
    amount,
    currency,
    status,
    pdfUrl,
    paymentUrl,
  }) satisfies InvoiceView;
