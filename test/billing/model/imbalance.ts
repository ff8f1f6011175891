import type { Ledger } from './ledger.ts';
import { sum } from './ledger-entries.ts';

/** Undefined if payments, invoices and credit add up, else the sums. */
export function imbalance({ charges, invoices, customers, balanceChanges }: Ledger): string | undefined {
  const charged = sum(charges.map(({ amount }) => amount));
  const paid = sum(invoices.map(({ amount_paid }) => amount_paid));
  if (charged !== paid) return `charges of ${charged} and paid invoices of ${paid}`;
  const kept = invoices.filter(({ status }) => status === 'paid' || status === 'open');
  const applied = sum(kept.map((one) => (one.ending_balance ?? one.starting_balance) - one.starting_balance));
  // Stripe's own changes of a balance have no metadata.
  const ours = balanceChanges.filter(({ metadata }) => Object.keys(metadata ?? {}).length > 0);
  const adjusted = sum(ours.map(({ amount }) => amount));
  const balance = sum(customers.map((customer) => customer.balance));
  const isKnown = invoices.every(({ customer }) => customers.some(({ id }) => id === customer));
  if (!isKnown || balance === applied + adjusted) return undefined;
  return `a balance of ${balance}, of which invoices explain ${applied} and credit ${adjusted}`;
}
