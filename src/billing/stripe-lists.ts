import type Stripe from 'stripe';
import { hasEffect, type PaidSubscription } from './subscription-plan.ts';

/** Objects in a page of Stripe's lists, at most. */
export const pageSize = 100;

/** Every object of a list at Stripe, page by page. */
export async function listAll<T extends { id: string }>(list: Stripe.ApiListPromise<T>): Promise<T[]> {
  const objects: T[] = [];
  for await (const object of list) objects.push(object);
  return objects;
}

/** A subscription with what decides the account's plan. */
export type CustomerSubscription = PaidSubscription & { readonly object: Stripe.Subscription };

/** The customer's subscriptions that have not ended. */
export async function listSubscriptions(stripe: Stripe, customerId: string): Promise<CustomerSubscription[]> {
  const listed = await listAll(stripe.subscriptions.list({ customer: customerId, limit: pageSize }));
  const hasUnpaid = listed.some(({ status }) => status === 'past_due');
  const open = hasUnpaid
    ? await listAll(stripe.invoices.list({ customer: customerId, status: 'open', limit: pageSize }))
    : [];
  return listed.map((object) => ({
    object,
    id: object.id,
    status: object.status,
    createdAt: object.created * 1_000,
    planId: planIdOf(object.items.data),
    unpaidSince: unpaidSince(object, open),
  }));
}

export const isLive = hasEffect;

/** Prices carry their plan's id (sync-catalogue.ts). */
export const planIdOf = (items: readonly Stripe.SubscriptionItem[]): string | undefined =>
  items.map(({ price }) => price.metadata.planId).find((planId) => planId !== undefined);

/** When the oldest open invoice of a whole period was due: subscriptions are charged as soon as an invoice is final. */
function unpaidSince({ id, items, created }: Stripe.Subscription, open: readonly Stripe.Invoice[]): number {
  const due = open
    .filter((invoice) => subscriptionOf(invoice) === id && isOfPeriod(invoice))
    .map(({ status_transitions, created }) => status_transitions.finalized_at ?? created);
  const periodStart = items.data[0]?.current_period_start ?? created;
  return Math.min(...(due.length > 0 ? due : [periodStart])) * 1_000;
}

/** Whether an invoice is for a whole period, and not for a change within it. */
export const isOfPeriod = ({ billing_reason }: Stripe.Invoice): boolean =>
  billing_reason === 'subscription_create' || billing_reason === 'subscription_cycle';

export const subscriptionOf = ({ parent }: Stripe.Invoice): string | undefined =>
  idOf(parent?.subscription_details?.subscription ?? undefined);

/** The id of an object that Stripe may have expanded. */
export const idOf = <T extends string | { id: string } | undefined>(object: T): string | undefined =>
  typeof object === 'object' ? object.id : object;
