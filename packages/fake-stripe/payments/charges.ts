import * as v from 'valibot';
import { missing } from '../errors.ts';
import type { FakeState } from '../fake-state.ts';
import type { FakeCharge } from '../objects/payment-objects.ts';
import { listPage, readListParams } from '../requests/lists.ts';
import type { Operation } from '../requests/operation.ts';

const Text = v.optional(v.string());

export function chargeAt(state: FakeState, id: string): FakeCharge {
  const charge = state.charges.get(id);
  if (!charge) throw missing('charge', id);
  return charge;
}

export const chargeOperations: Operation[] = [
  {
    method: 'GET',
    path: '/v1/charges',
    run(state, params) {
      const read = readListParams({ customer: Text, payment_intent: Text }, params);
      return listPage(
        '/v1/charges',
        state.charges.values(),
        read,
        (charge) =>
          (!read.customer || charge.customer === read.customer) &&
          (!read.payment_intent || charge.payment_intent === read.payment_intent),
      );
    },
  },
  { method: 'GET', path: '/v1/charges/:id', run: (state, _params, id) => chargeAt(state, id) },
];
