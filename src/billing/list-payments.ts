import * as v from 'valibot';
import { accountItemKey } from '../directory/directory-items.ts';
import type { Directory } from '../table/directory-table.ts';
import { chargePrefix } from './charge-rows.ts';

const payment = v.pipe(
  v.object({
    sk: v.string(),
    amount: v.number(),
    currency: v.string(),
    /** When it was paid, in ms since the epoch. */
    at: v.number(),
    refunded: v.number(),
    disputed: v.boolean(),
  }),
  v.transform(({ sk, ...row }) => ({ chargeId: sk.slice(chargePrefix.length), ...row })),
);

/** A payment as the account's rows have it (charge-rows.ts). Amounts are in the currency's smallest unit. */
export type Payment = v.InferOutput<typeof payment>;

/** The payments of an account that are known here, oldest first. */
export async function listPayments(directory: Directory, accountId: string): Promise<Payment[]> {
  const payments: Payment[] = [];
  for await (const item of directory.query(accountItemKey(accountId).pk, chargePrefix)) {
    payments.push(v.parse(payment, item));
  }
  return payments.toSorted((one, other) => one.at - other.at);
}
