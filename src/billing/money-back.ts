import type Stripe from 'stripe';
import { listAll, pageSize } from './stripe-lists.ts';

/** A refund, or a dispute in which the bank has taken the money: a part of a payment that went back. */
export type MoneyBack = {
  /** The id of the refund or dispute. */
  readonly id: string;
  readonly amount: number;
  /** The refund failed or the dispute was won: the money is here again. */
  readonly isReturned: boolean;
};

/** Inquiries take no money. https://docs.stripe.com/disputes/how-disputes-work */
const takesMoney = new Set(['needs_response', 'under_review', 'lost']);

/** The refunds and disputes of a charge, oldest first. */
export async function listMoneyBack(stripe: Stripe, charge: string): Promise<MoneyBack[]> {
  const [refunds, disputes] = await Promise.all([
    listAll(stripe.refunds.list({ charge, limit: pageSize })),
    listAll(stripe.disputes.list({ charge, limit: pageSize })),
  ]);
  return [
    ...refunds.map(({ id, amount, created, status }) => ({
      id,
      amount,
      created,
      isReturned: status === 'failed' || status === 'canceled',
    })),
    ...disputes.map(({ id, amount, created, status }) => ({
      id,
      amount,
      created,
      isReturned: !takesMoney.has(status),
    })),
  ].toSorted((one, other) => one.created - other.created);
}
