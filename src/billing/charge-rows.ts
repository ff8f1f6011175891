import type Stripe from 'stripe';
import * as v from 'valibot';
import type { Activity } from '../directory/activity.ts';
import { accountItemKey } from '../directory/directory-items.ts';
import type { Directory, DirectoryWrite } from '../table/directory-table.ts';
import { dayMs } from '../time.ts';
import { listAll, pageSize } from './stripe-lists.ts';

// One row in the account's partition for each charge, so that each payment, refund and dispute gets exactly one activity
// row. Older charges are not read again; their rows expire some time after that.

export const chargePrefix = 'CHARGE#';
const listedDays = 400;
const keptDays = listedDays + 30;

const rowSchema = v.looseObject({ sk: v.string(), refunded: v.number(), disputed: v.boolean() });

type ChargeRow = { readonly refunded: number; readonly disputed: boolean };

export type ChargeRows = ReadonlyMap<string, ChargeRow>;

/** The customer's successful charges of the last 400 days, oldest first. */
export async function listCharges(stripe: Stripe, customerId: string, now: number): Promise<Stripe.Charge[]> {
  const gte = Math.floor((now - listedDays * dayMs) / 1_000);
  const charges = await listAll(stripe.charges.list({ customer: customerId, created: { gte }, limit: pageSize }));
  return charges.filter(({ status, captured }) => status === 'succeeded' && captured).toReversed();
}

export async function readChargeRows(directory: Directory, accountId: string): Promise<ChargeRows> {
  const rows = new Map<string, ChargeRow>();
  for await (const item of directory.query(accountItemKey(accountId).pk, chargePrefix)) {
    const row = v.parse(rowSchema, item);
    rows.set(row.sk.slice(chargePrefix.length), row);
  }
  return rows;
}

/**
 * The charges of which something went back to the customer, as far as a row says so: then what follows from it is found again
 * after a failure, even if the money has come back by then.
 */
export const chargesWithMoneyBack = (charges: readonly Stripe.Charge[], rows: ChargeRows): Stripe.Charge[] =>
  charges.filter(({ id }) => {
    const row = rows.get(id);
    return row !== undefined && (row.refunded > 0 || row.disputed);
  });

/** The first payment, refund or dispute that has no activity row yet. */
export function unrecordedCharge(
  accountId: string,
  charges: readonly Stripe.Charge[],
  rows: ChargeRows,
): { activity: Activity; write: DirectoryWrite } | undefined {
  const { pk } = accountItemKey(accountId);
  for (const charge of charges) {
    const next = nextActivity(charge, rows.get(charge.id));
    if (next) return { activity: next.activity, write: { put: rowOf(pk, charge, next.row) } };
  }
  return undefined;
}

function nextActivity(
  charge: Stripe.Charge,
  row: ChargeRow | undefined,
): { activity: Activity; row: ChargeRow } | undefined {
  const { id, amount_captured, amount_refunded, currency, disputed } = charge;
  const activity = (action: Activity['action'], amount: number): Activity => ({
    action,
    after: { amount, currency, chargeId: id },
  });
  if (!row) return { activity: activity('payment_received', amount_captured), row: { refunded: 0, disputed: false } };
  if (amount_refunded > row.refunded) {
    const refund = activity('payment_refunded', amount_refunded - row.refunded);
    return { activity: refund, row: { ...row, refunded: amount_refunded } };
  }
  if (amount_refunded < row.refunded) {
    const failed = activity('refund_failed', row.refunded - amount_refunded);
    return { activity: failed, row: { ...row, refunded: amount_refunded } };
  }
  if (!disputed || row.disputed) return undefined;
  return { activity: activity('payment_disputed', amount_captured), row: { ...row, disputed: true } };
}

const rowOf = (pk: string, { id, amount_captured, currency, created }: Stripe.Charge, row: ChargeRow) => ({
  pk,
  sk: `${chargePrefix}${id}`,
  amount: amount_captured,
  currency,
  at: created * 1_000,
  ...row,
  expiresAt: created + keptDays * (dayMs / 1_000),
});
