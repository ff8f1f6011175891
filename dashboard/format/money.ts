/** Digits after the point of Stripe's amounts (docs.stripe.com/currencies); two for the others, also where Intl has none. */
const fractionDigits: Readonly<Record<string, number>> = {
  ...Object.fromEntries(
    'bif clp djf gnf jpy kmf krw mga pyg rwf vnd vuv xaf xof xpf'.split(' ').map((code) => [code, 0]),
  ),
  ...Object.fromEntries('bhd jod kwd omr tnd'.split(' ').map((code) => [code, 3])),
};

const inCurrency = (value: number, currency: string, digits: number): string =>
  new Intl.NumberFormat('en-US', {
    style: 'currency',
    currency,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(value);

/** A plan's price in whole units of its currency: `$49`, `€499`. */
export const formatPrice = (units: number, currency: string): string => inCurrency(units, currency, 0);

/** An amount in the currency's smallest unit: `$49.00`, `¥4,900`. */
export function formatAmount({ amount, currency }: { readonly amount: number; readonly currency: string }): string {
  const digits = fractionDigits[currency] ?? 2;
  return inCurrency(amount / 10 ** digits, currency, digits);
}
