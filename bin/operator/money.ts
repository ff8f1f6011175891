import type { Money } from '../../src/billing/billing-summary.ts';

/** An amount like `49.00`, in whole units of its currency. */
export function inWholeUnits({ amount, currency }: Money): string {
  const digits = fractionDigits(currency);
  return (amount / 10 ** digits).toFixed(digits);
}

/** An amount like `49.00 usd`. */
export const amountText = (money: Money): string => `${inWholeUnits(money)} ${money.currency}`;

function fractionDigits(currency: string): number {
  return new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2;
}
