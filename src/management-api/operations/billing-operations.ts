import * as v from 'valibot';
import { requireRecentSignIn } from '../../accounts/password.ts';
import type { BillingDeps } from '../../billing/billing-deps.ts';
import { BillingOffError } from '../../billing/billing-errors.ts';
import { openPortal } from '../../billing/billing-portal.ts';
import { billingSummary, isSummaryKept, refreshSummary } from '../../billing/billing-summary.ts';
import { startCheckout } from '../../billing/checkout.ts';
import { listInvoices } from '../../billing/list-invoices.ts';
import { settleAccount } from '../../billing/settle-account.ts';
import { type StripeOperation, takeStripeRequests } from '../../billing/stripe-budget.ts';
import type { Account } from '../../directory/directory-items.ts';
import { openCursor, sealCursor } from '../cursor.ts';
import { type ApiBilling, type ManagementApiDeps, operation } from '../operation.ts';
import { accountSchema, toAccountView } from '../schemas/account-schemas.ts';
import {
  billingOffView,
  billingSchema,
  invoiceSchema,
  paymentPageSchema,
  portalSchema,
  previewParameter,
  recentPassword,
  toBillingView,
  toInvoiceView,
  toPaymentPageView,
} from '../schemas/billing-schemas.ts';
import { cursorParameter, limitParameter, nextCursorSchema } from '../schemas/list-parameters.ts';
import { emptySchema } from '../schemas/user-schemas.ts';

/** Problems of operations that ask the payment provider. */
export const moneyProblems = [
  'billing_off',
  'card_declined',
  'payment_due',
  'recent_sign_in_required',
  'wrong_password',
  'address_refused',
  'email_refused',
  'currency_refused',
  'billing_unavailable',
  'billing_misconfigured',
] as const;

/** @throws {BillingOffError} */
function requireBilling({ billing }: ManagementApiDeps): ApiBilling {
  if (billing) return billing;
  throw new BillingOffError();
}

/** Stripe, for one operation of an account. @throws {BillingOffError} @throws {TooManyRequestsError} */
async function connected(deps: ManagementApiDeps, account: Account, operation: StripeOperation): Promise<BillingDeps> {
  const billing = { ...deps, ...(await requireBilling(deps).connect()) };
  await takeStripeRequests(billing, account, operation);
  return billing;
}

export const getBilling = operation({
  id: 'getBilling',
  summary: 'Get the state of your payments',
  description: 'As it was when the payment provider was last asked: `readAt`.',
  request: {},
  responses: { 200: billingSchema },
  problems: ['billing_unavailable', 'billing_misconfigured'],
  handle: async (_, { account, deps }) => {
    const { accountId, planId } = account;
    if (!deps.billing) return { status: 200, body: billingOffView(planId, deps.sale.currency) };
    const billing = { ...deps, ...(await deps.billing.connect()) };
    if (!(await isSummaryKept(billing, account))) await takeStripeRequests(billing, account, 'summary');
    return { status: 200, body: toBillingView(await billingSummary(billing, accountId)) };
  },
});

const positionSchema = v.object({ after: v.string() });

export const listAccountInvoices = operation({
  id: 'listInvoices',
  summary: 'List your invoices, newest first',
  description: 'Empty if you have never paid. A page can have fewer invoices than `limit`, and still have a next page.',
  request: { query: v.strictObject({ limit: limitParameter, cursor: cursorParameter }) },
  responses: { 200: v.object({ invoices: v.array(invoiceSchema), nextCursor: nextCursorSchema }) },
  problems: ['invalid_cursor', 'billing_off', 'billing_unavailable', 'billing_misconfigured'],
  handle: async ({ query: { limit, cursor } }, { account, deps }) => {
    const { accountId } = account;
    const billing = await connected(deps, account, 'invoices');
    const signingKey = await deps.signingKey();
    const scope = ['listInvoices', accountId];
    const after = cursor === undefined ? undefined : openCursor(signingKey, scope, positionSchema, cursor).after;
    const page = await listInvoices(billing, accountId, { limit, cursor: after });
    const nextCursor = page.nextCursor === undefined ? null : sealCursor(signingKey, scope, { after: page.nextCursor });
    return { status: 200, body: { invoices: page.invoices.map(toInvoiceView), nextCursor } };
  },
});

export const openCheckout = operation({
  id: 'openCheckout',
  summary: 'Open a page to pay for a plan',
  description:
    'For your first paid plan, and after a subscription has ended or a payment has failed. A subscription with a failed ' +
    'payment ends at once, and its open invoice is voided: until you pay, you are on the free plan, or without a plan if ' +
    'you have more keys than it allows. Older pages can no longer be paid, so you can repeat the request safely. After the ' +
    'payment the page leads back to the dashboard; call `POST /v1/billing/refresh` there. To change a plan that you ' +
    'already pay for, call `PUT /v1/account/plan`.',
  request: { body: v.strictObject({ planId: v.string(), preview: previewParameter, password: recentPassword }) },
  responses: { 201: paymentPageSchema },
  problems: [
    'unknown_plan',
    'too_many_keys',
    'already_subscribed',
    'payment_in_progress',
    'account_busy',
    'preview_outdated',
    'account_suspended',
    ...moneyProblems,
  ],
  handle: async ({ body }, { account, signedInAt, origin, deps }) => {
    const { accountId } = account;
    const { dashboardUrl } = requireBilling(deps);
    await requireRecentSignIn(deps, { accountId, signedInAt }, body.password);
    const planPage = `${dashboardUrl}/plan`;
    const returnUrls = { success: `${planPage}?checkout=done`, cancel: `${planPage}?checkout=cancelled` };
    const billing = await connected(deps, account, 'checkout');
    const page = await startCheckout(billing, { accountId, origin }, body.planId, returnUrls, body.preview);
    return { status: 201, body: toPaymentPageView(page) };
  },
});

export const openBillingPortal = operation({
  id: 'openBillingPortal',
  summary: 'Open the page with your cards, invoices and tax details',
  description:
    'You can also cancel there, without credit for the unused time. `PUT /v1/account/plan` with the free plan gives credit. ' +
    'The page leads back to the dashboard.',
  request: { body: v.strictObject({ password: recentPassword }) },
  responses: { 201: portalSchema },
  problems: ['no_customer', ...moneyProblems],
  handle: async ({ body }, { account, signedInAt, deps }) => {
    const { accountId } = account;
    const { dashboardUrl } = requireBilling(deps);
    await requireRecentSignIn(deps, { accountId, signedInAt }, body.password);
    const billing = await connected(deps, account, 'portal');
    return { status: 201, body: await openPortal(billing, accountId, `${dashboardUrl}/plan`) };
  },
});

export const refreshBilling = operation({
  id: 'refreshBilling',
  summary: 'Update your plan from the state of your payments now',
  description:
    'Changes at the payment provider take effect within seconds by themselves. Call this after a payment, until the plan ' +
    'has changed.',
  request: { body: emptySchema },
  responses: { 200: accountSchema },
  problems: ['billing_off', 'account_busy', 'billing_unavailable', 'billing_misconfigured'],
  handle: async (_, { account, deps }) => {
    const billing = await connected(deps, account, 'refresh');
    const settled = await settleAccount(billing, account.accountId);
    await refreshSummary(billing, settled);
    return { status: 200, body: toAccountView(settled, deps.sale) };
  },
});
