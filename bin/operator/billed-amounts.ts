import { listPayments } from '../../src/billing/list-payments.ts';
import type { ActivityRow } from '../../src/directory/activity.ts';
import type { Account } from '../../src/directory/directory-items.ts';
import { readActivity } from './account-activity.ts';
import type { OperatorGateway } from './operator-gateway.ts';

/** What an account has paid and got back, in the currency's smallest unit. */
export type BilledAmounts = { readonly currency: string; readonly paid: number; readonly refunded: number };

/**
 * The payments and refunds of a time range, by currency: payments by when they were made, refunds by when they were
 * recorded. Empty without any.
 * @param to exclusive
 */
export async function readBilledAmounts(
  { directory }: Pick<OperatorGateway, 'directory'>,
  { accountId, billing }: Account,
  { from, to }: { readonly from: number; readonly to: number },
): Promise<BilledAmounts[]> {
  if (!billing) return [];
  const amounts: BilledAmounts[] = [];
  for (const { at, amount, currency } of await listPayments(directory, accountId)) {
    if (from <= at && at < to) amounts.push({ currency, paid: amount, refunded: 0 });
  }
  for await (const row of readActivity(directory, accountId, { from, to })) amounts.push(...refundOf(row));
  return [...Map.groupBy(amounts, ({ currency }) => currency)].map(([currency, list]) => ({
    currency,
    paid: list.reduce((sum, { paid }) => sum + paid, 0),
    refunded: list.reduce((sum, { refunded }) => sum + refunded, 0),
  }));
}

function refundOf({ action, after }: ActivityRow): BilledAmounts[] {
  const { amount, currency } = after ?? {};
  const isRefund = action === 'payment_refunded' && typeof amount === 'number' && typeof currency === 'string';
  return isRefund ? [{ currency, paid: 0, refunded: amount }] : [];
}
