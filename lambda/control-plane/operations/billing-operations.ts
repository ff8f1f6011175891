import * as v from 'valibot';
import type { BillingDeps } from '../../../src/billing/billing-deps.ts';
import { BillingOffError } from '../../../src/billing/billing-errors.ts';
import { openPortal } from '../../../src/billing/billing-portal.ts';
import { billingSummary } from '../../../src/billing/billing-summary.ts';
import { startCheckout } from '../../../src/billing/checkout.ts';
import { listInvoices } from '../../../src/billing/list-invoices.ts';
import { settleAccount } from '../../../src/billing/settle-account.ts';
import { openCursor, sealCursor } from '../cursor.ts';
import { type ApiBilling, type ControlPlaneDeps, operation } from '../operation.ts';
import { accountSchema, toAccountView } from '../schemas/account-schemas.ts';
import {
  billingOffView,
  billingSchema,
  invoiceSchema,
  paymentPageSchema,
  portalSchema,
  toBillingView,
  toInvoiceView,
  toPaymentPageView,
} from '../schemas/billing-schemas.ts';
import { cursorParameter, limitParameter, nextCursorSchema } from '../schemas/field-schemas.ts';
import { emptySchema } from '../schemas/user-schemas.ts';

/** @throws {BillingOffError} */
function requireBilling({ billing }: ControlPlaneDeps): ApiBilling {
  if (billing) return billing;
  throw new BillingOffError();
}

const connected = async (deps: ControlPlaneDeps): Promise<BillingDeps> => ({
  ...deps,
  ...(await requireBilling(deps).connect()),
});

export const getBilling = operation({
  id: 'getBilling',
  summary: 'Get the state of your payments',
  request: {},
  responses: { 200: billingSchema },
  problems: ['billing_unavailable'],
  handle: async (_, { account: { accountId, planId }, deps }) => {
    if (!deps.billing) return { status: 200, body: billingOffView(planId, deps.sale.currency) };
    return { status: 200, body: toBillingView(await billingSummary(await connected(deps), accountId)) };
  },
});

const positionSchema = v.object({ after: v.string() });

export const listAccountInvoices = operation({
  id: 'listInvoices',
  summary: 'List your invoices, newest first',
  description: 'Empty if you have never paid. A page can have fewer invoices than `limit`, and still have a next page.',
  request: { query: v.strictObject({ limit: limitParameter, cursor: cursorParameter }) },
  responses: { 200: v.object({ invoices: v.array(invoiceSchema), nextCursor: nextCursorSchema }) },
  problems: ['invalid_cursor', 'billing_off', 'billing_unavailable'],
  handle: async ({ query: { limit, cursor } }, { account: { accountId }, deps }) => {
    const billing = await connected(deps);
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
  request: { body: v.strictObject({ planId: v.string() }) },
  responses: { 201: paymentPageSchema },
  problems: [
    'unknown_plan',
    'too_many_keys',
    'billing_off',
    'already_subscribed',
    'payment_in_progress',
    'account_busy',
    'billing_unavailable',
  ],
  handle: async ({ body }, { account: { accountId }, origin, deps }) => {
    const { dashboardUrl } = requireBilling(deps);
    const planPage = `${dashboardUrl}/plan`;
    const returnUrls = { success: `${planPage}?checkout=done`, cancel: `${planPage}?checkout=cancelled` };
    const page = await startCheckout(await connected(deps), { accountId, origin }, body.planId, returnUrls);
    return { status: 201, body: toPaymentPageView(page) };
  },
});

export const openBillingPortal = operation({
  id: 'openBillingPortal',
  summary: 'Open the page with your cards, invoices and tax details',
  description:
    'You can also cancel there, without credit for the unused time. `PUT /v1/account/plan` with the free plan gives credit. ' +
    'The page leads back to the dashboard.',
  request: { body: emptySchema },
  responses: { 201: portalSchema },
  problems: ['billing_off', 'no_customer', 'billing_unavailable'],
  handle: async (_, { account: { accountId }, deps }) => {
    const { dashboardUrl } = requireBilling(deps);
    return { status: 201, body: await openPortal(await connected(deps), accountId, `${dashboardUrl}/plan`) };
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
  problems: ['billing_off', 'account_busy', 'billing_unavailable'],
  handle: async (_, { account: { accountId }, deps }) => {
    return { status: 200, body: toAccountView(await settleAccount(await connected(deps), accountId), deps.sale) };
  },
});
