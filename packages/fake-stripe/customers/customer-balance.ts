import type { FakeState } from '../fake-state.ts';
import type { FakeBalanceTransaction, FakeCustomer } from '../objects/customer-objects.ts';

/** Changes the balance that the next invoices use. A credit is negative, as at Stripe. */
export function changeBalance(
  state: FakeState,
  customer: FakeCustomer,
  amount: number,
  type: 'adjustment' | 'applied_to_invoice' | 'unapplied_from_invoice' | 'invoice_too_small',
  invoice: string | null,
): FakeBalanceTransaction {
  customer.balance += amount;
  const transaction: FakeBalanceTransaction = {
    id: state.id('cbtxn'),
    object: 'customer_balance_transaction',
    amount,
    created: state.now,
    currency: customer.currency ?? 'usd',
    customer: customer.id,
    description: null,
    ending_balance: customer.balance,
    invoice,
    livemode: false,
    metadata: {},
    type,
  };
  state.balanceTransactions.set(transaction.id, transaction);
  state.emit('customer.updated', customer);
  return transaction;
}
