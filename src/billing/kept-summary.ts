import * as v from 'valibot';
import { accountItemKey } from '../directory/directory-items.ts';
import type { Directory } from '../table/directory-table.ts';

// What customers see of their payments is kept, so that a page view asks Stripe nothing: anybody can view pages, and Stripe
// limits the requests of all customers together. Events, a refresh and the night bring it up to date (billing-summary.ts).

const money = { amount: v.number(), currency: v.string() };
const nullableUrl = v.nullable(v.string());

const summarySchema = v.object({
  /** When Stripe was asked. */
  readAt: v.number(),
  /** Of the subscription that decides; null without one. */
  status: v.nullable(v.string()),
  trialEndsAt: v.nullable(v.number()),
  /** A change of plan that takes effect when it is paid. */
  pendingPlan: v.nullable(v.object({ planId: v.string(), paymentUrl: v.string(), expiresAt: v.number() })),
  /** The oldest invoice that is due: of a period, or of credit that was taken back. */
  openInvoice: v.nullable(v.object({ ...money, paymentUrl: nullableUrl })),
  nextInvoice: v.nullable(v.object({ ...money, at: v.number() })),
  /** Credit of the customer, at least 0. */
  credit: v.number(),
  currency: v.string(),
});

/** Amounts are in the currency's smallest unit. */
export type KeptSummary = v.InferOutput<typeof summarySchema>;

const keyOf = (accountId: string) => ({ pk: accountItemKey(accountId).pk, sk: 'BILLING_SUMMARY' });

/** Undefined if nothing was kept yet, or another version of the gateway kept it. */
export async function readKeptSummary(directory: Directory, accountId: string): Promise<KeptSummary | undefined> {
  const kept = v.safeParse(summarySchema, await directory.get(keyOf(accountId)));
  return kept.success ? kept.output : undefined;
}

export const keepSummary = (directory: Directory, accountId: string, summary: KeptSummary): Promise<void> =>
  directory.put({ ...keyOf(accountId), ...summary });
