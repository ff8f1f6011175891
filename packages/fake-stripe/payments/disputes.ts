import * as v from 'valibot';
import { missing, refused } from '../errors.ts';
import type { FakeState } from '../fake-state.ts';
import type { FakeCharge, FakeDispute, FakeFraudWarning } from '../objects/payment-objects.ts';
import { listPage, readListParams } from '../requests/lists.ts';
import type { Operation } from '../requests/operation.ts';

const Text = v.optional(v.string());

/** The cardholder asks their bank for the money back. */
export function openDispute(state: FakeState, charge: FakeCharge, reason = 'fraudulent'): FakeDispute {
  if (!charge.paid || charge.refunded || charge.disputed) throw refused(`Charge ${charge.id} cannot be disputed now.`);
  const dispute: FakeDispute = {
    id: state.id('du'),
    object: 'dispute',
    amount: charge.amount - charge.amount_refunded,
    balance_transactions: [],
    charge: charge.id,
    created: state.now,
    currency: charge.currency,
    is_charge_refundable: false,
    livemode: false,
    metadata: {},
    payment_intent: charge.payment_intent,
    reason,
    status: 'needs_response',
  };
  state.disputes.set(dispute.id, dispute);
  charge.disputed = true;
  state.emit('charge.dispute.created', dispute);
  return dispute;
}

export function closeDispute(state: FakeState, id: string, status: 'lost' | 'won'): FakeDispute {
  const dispute = disputeAt(state, id);
  if (dispute.status !== 'needs_response') throw refused(`Dispute ${id} is closed.`);
  dispute.status = status;
  state.emit('charge.dispute.closed', dispute);
  return dispute;
}

/** The card's network suspects fraud; the payment stays as it is. */
export function warnOfFraud(state: FakeState, charge: FakeCharge): FakeFraudWarning {
  const warning: FakeFraudWarning = {
    id: state.id('issfr'),
    object: 'radar.early_fraud_warning',
    actionable: !charge.refunded && !charge.disputed,
    charge: charge.id,
    created: state.now,
    fraud_type: 'misc',
    livemode: false,
    payment_intent: charge.payment_intent,
  };
  state.emit('radar.early_fraud_warning.created', warning);
  return warning;
}

function disputeAt(state: FakeState, id: string): FakeDispute {
  const dispute = state.disputes.get(id);
  if (!dispute) throw missing('dispute', id);
  return dispute;
}

const ofCharge =
  (read: { charge?: string | undefined; payment_intent?: string | undefined }) =>
  ({ charge, payment_intent: intent }: FakeDispute) =>
    (!read.charge || read.charge === charge) && (!read.payment_intent || read.payment_intent === intent);

export const disputeOperations: Operation[] = [
  {
    method: 'GET',
    path: '/v1/disputes',
    run(state, params) {
      const read = readListParams({ charge: Text, payment_intent: Text }, params);
      return listPage('/v1/disputes', state.disputes.values(), read, ofCharge(read));
    },
  },
  { method: 'GET', path: '/v1/disputes/:id', run: (state, _params, id) => disputeAt(state, id) },
];
