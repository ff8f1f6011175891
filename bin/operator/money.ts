import type { Money } from '../../src/billing/stripe-prices.ts';
import { currencyDecimals } from '../../src/billing/stripe-prices.ts';

/** An amount like `49.00`, in whole units of its currency. */
export function inWholeUnits({ amount, currency }: Money): string {
  const decimals = currencyDecimals(currency);
  return (amount / 10 ** decimals).toFixed(decimals);
}

/** An amount like `49.00 usd`. */
export const amountText = (money: Money): string => `${inWholeUnits(money)} ${money.currency}`;
