import { changeBalance } from '../customers/customer-balance.ts';
import type { FakeState } from '../fake-state.ts';
import type { FakeInvoice } from '../objects/invoice-objects.ts';
import { cancelPayment } from './invoice-payments.ts';

/** Marks an invoice void and gives back the balance it used; the subscription does not change here. */
export function markVoid(state: FakeState, invoice: FakeInvoice): void {
  const customer = state.customers.get(invoice.customer);
  const used = (invoice.ending_balance ?? invoice.starting_balance) - invoice.starting_balance;
  invoice.status = 'void';
  invoice.status_transitions.voided_at = state.now;
  invoice.auto_advance = false;
  invoice.automatically_finalizes_at = null;
  invoice.next_payment_attempt = null;
  invoice.amount_remaining = 0;
  cancelPayment(state, invoice);
  if (used !== 0 && customer && !customer.deleted) {
    changeBalance(state, customer, -used, 'unapplied_from_invoice', invoice.id);
  }
  state.emit('invoice.voided', invoice);
}
