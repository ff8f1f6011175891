/**
 * An amount of money as text, such as `$20.00`.
 * @param amount in the smallest unit of the currency
 */
export function formatMoney(amount: number, currency: string): string {
  const format = new Intl.NumberFormat('en-US', { style: 'currency', currency });
  const { maximumFractionDigits = 2 } = format.resolvedOptions();
  return format.format(amount / 10 ** maximumFractionDigits);
}

/** @param seconds since the epoch */
export const formatDate = (seconds: number): string => new Date(seconds * 1000).toISOString().slice(0, 10);
