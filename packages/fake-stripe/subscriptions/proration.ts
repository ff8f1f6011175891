import type { Debit } from '../fake-state.ts';
import type { Period } from './billing-periods.ts';

const share = ({ start, end }: Period, at: number): number => (end - at) / (end - start);

/**
 * The credit (0 or negative) for the unused time of what was debited. In flexible billing mode Stripe credits the
 * amount debited at the time, to the second. Source: docs.stripe.com/billing/subscriptions/billing-mode/compare
 */
export const unusedCredit = (debit: Debit, at: number): number => 0 - Math.round(debit.amount * share(debit, at));

/** The charge for the rest of a period at a new price. */
export const remainingCharge = (amount: number, period: Period, at: number): number =>
  Math.round(amount * share(period, at));
