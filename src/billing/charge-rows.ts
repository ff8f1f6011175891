import type Stripe from 'stripe';
import * as v from 'valibot';
import type { Activity } from '../directory/activity.ts';
import { accountItemKey } from '../directory/directory-items.ts';
import type { Directory, DirectoryWrite } from '../table/directory-table.ts';
import { dayMs } from '../time.ts';
import { listAll, pageSize } from './stripe-lists.ts';

// One row in the account's partition for each charge that activity tells about, so that each payment, refund and dispute
// is told exactly once. Older charges are not read again; their rows expire some time after that.

export const chargePrefix = 'CHARGE#';
const listedDays = 400;
const keptDays = listedDays + 30;

const rowSchema = v.looseObject({ sk: v.string(), refunded: v.number(), disputed: v.boolean() });

type ChargeRow = { readonly refunded: number; readonly disputed: boolean };

/** The customer's successful charges of the last 400 days, oldest first. */
export async function listCharges(stripe: Stripe, customerId: string, now: number): Promise<Stripe.Charge[]> {
  const gte = Math.floor((now - listedDays * dayMs) / 1_000);
  const charges = await listAll(stripe.charges.list({ customer: customerId, created: { gte }, limit: pageSize }));
  return charges.filter(({ status, captured }) => status === 'succeeded' && captured).toReversed();
}

/** The first payment, refund or dispute that the account's activity does not tell yet. */
export async function untoldCharge(
  directory: Directory,
  accountId: string,
  charges: readonly Stripe.Charge[],
): Promise<{ activity: Activity; write: DirectoryWrite } | undefined> {
  if (charges.length === 0) return undefined;
  const { pk } = accountItemKey(accountId);
  const rows = new Map<string, ChargeRow>();
  for await (const item of directory.query(pk, chargePrefix)) {
    const row = v.parse(rowSchema, item);
    rows.set(row.sk.slice(chargePrefix.length), row);
  }
  for (const charge of charges) {
    const told = tell(charge, rows.get(charge.id));
    if (told) return { activity: told.activity, write: { put: rowOf(pk, charge, told.row) } };
  }
  return undefined;
}

function tell(charge: Stripe.Charge, row: ChargeRow | undefined): { activity: Activity; row: ChargeRow } | undefined {
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
