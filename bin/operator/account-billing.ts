import { listPayments, type Payment } from '../../src/billing/list-payments.ts';
import type { Account } from '../../src/directory/directory-items.ts';
import { accountView, paymentState, showAccounts } from './account-output.ts';
import type { CommandResult } from './command.ts';
import { inWholeUnits } from './money.ts';
import type { OperatorGateway } from './operator-gateway.ts';
import { asFields, asText, type OutputRow } from './print-rows.ts';

/** One account, with what is known here of its payments. It asks Stripe nothing. */
export async function showAccount(gateway: OperatorGateway, account: Account): Promise<CommandResult> {
  const { billing } = account;
  const shown = showAccounts(gateway, [account]);
  if (!billing) return { ...shown, documents: [{ ...accountView(gateway, account), billing: null }] };
  const payments = await listPayments(gateway.directory, account.accountId);
  const { customerId, subscriptionId } = billing;
  const state = paymentState(account);
  const fields = asFields({ payment: state, customer: customerId, subscription: subscriptionId });
  const document = {
    ...accountView(gateway, account),
    billing: { state, customerId, subscriptionId, payments: payments.map(toPaymentView) },
  };
  const table = payments.length > 0 ? `\n${asText(payments.toReversed().map(paymentRow))}` : '';
  return { documents: [document], text: `${shown.text}\n${fields}${table}` };
}

/** A payment in a document; amounts in the currency's smallest unit. */
export const toPaymentView = ({ at, ...payment }: Payment) => ({ at: new Date(at).toISOString(), ...payment });

const paymentRow = ({ chargeId, at, amount, currency, refunded, disputed }: Payment): OutputRow => ({
  payment: chargeId,
  time: new Date(at).toISOString(),
  amount: inWholeUnits({ amount, currency }),
  refunded: refunded > 0 ? inWholeUnits({ amount: refunded, currency }) : null,
  currency,
  disputed: disputed ? 'yes' : null,
});
