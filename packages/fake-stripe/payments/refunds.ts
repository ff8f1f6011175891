import * as v from 'valibot';
import { missing, missingReference, refused } from '../errors.ts';
import type { FakeState } from '../fake-state.ts';
import type { FakeCharge, FakeRefund } from '../objects/payment-objects.ts';
import { listPage, readListParams } from '../requests/lists.ts';
import type { Operation } from '../requests/operation.ts';
import { Integer, Metadata, mergeMetadata, type Params, readParams } from '../requests/parameters.ts';

const Text = v.optional(v.string());
const creation = {
  amount: v.optional(v.pipe(Integer, v.minValue(1))),
  charge: Text,
  metadata: Metadata,
  payment_intent: Text,
  reason: v.optional(v.picklist(['duplicate', 'fraudulent', 'requested_by_customer'])),
};

function refundedCharge(state: FakeState, charge: string | undefined, intent: string | undefined): FakeCharge {
  if (charge === undefined && intent === undefined) {
    throw refused('Name a charge or a payment_intent.', 'parameter_missing');
  }
  const id = charge ?? state.intents.get(intent ?? '')?.latest_charge ?? '';
  const found = state.charges.get(id);
  if (!found) throw missingReference('charge', id, charge ? 'charge' : 'payment_intent');
  return found;
}

function create(state: FakeState, params: Params): FakeRefund {
  const read = readParams(creation, params);
  const charge = refundedCharge(state, read.charge, read.payment_intent);
  const left = charge.amount - charge.amount_refunded;
  const amount = read.amount ?? left;
  if (!charge.paid) throw refused(`Charge ${charge.id} was not paid.`, 'charge_not_refundable', 'charge');
  if (charge.disputed) throw refused(`Charge ${charge.id} is disputed.`, 'charge_disputed', 'charge');
  if (left === 0) throw refused(`Charge ${charge.id} is refunded already.`, 'charge_already_refunded', 'charge');
  if (amount > left) throw refused(`The refund of ${amount} is more than the ${left} left.`, undefined, 'amount');
  return refund(state, charge, amount, read.reason ?? null, mergeMetadata({}, read.metadata));
}

function refund(
  state: FakeState,
  charge: FakeCharge,
  amount: number,
  reason: FakeRefund['reason'],
  metadata: Record<string, string>,
): FakeRefund {
  const made: FakeRefund = {
    id: state.id('re'),
    object: 'refund',
    amount,
    balance_transaction: null,
    charge: charge.id,
    created: state.now,
    currency: charge.currency,
    customer: charge.customer,
    metadata,
    payment_intent: charge.payment_intent,
    reason,
    status: 'succeeded',
  };
  state.refunds.set(made.id, made);
  charge.amount_refunded += amount;
  charge.refunded = charge.amount_refunded === charge.amount;
  state.emit('refund.created', made);
  state.emit('charge.refunded', charge);
  return made;
}

/** The customer's bank rejects the refund: the money is back at the merchant, and the charge is paid again. */
export function failRefund(state: FakeState, id: string): FakeRefund {
  const found = state.refunds.get(id);
  const charge = found && state.charges.get(found.charge);
  if (!found || !charge || found.status === 'failed') throw missing('refund', id);
  found.status = 'failed';
  charge.amount_refunded -= found.amount;
  charge.refunded = false;
  state.emit('refund.failed', found);
  state.emit('charge.refund.updated', found);
  return found;
}

export const refundOperations: Operation[] = [
  { method: 'POST', path: '/v1/refunds', run: create },
  {
    method: 'GET',
    path: '/v1/refunds',
    run(state, params) {
      const read = readListParams({ charge: Text, payment_intent: Text }, params);
      return listPage(
        '/v1/refunds',
        state.refunds.values(),
        read,
        ({ charge, payment_intent: intent }) =>
          (!read.charge || read.charge === charge) && (!read.payment_intent || read.payment_intent === intent),
      );
    },
  },
];
