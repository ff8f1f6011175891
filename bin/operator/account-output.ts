import type { Account } from '../../src/directory/directory-items.ts';
import { type AccountView, toAccountView } from '../../src/management-api/schemas/account-schemas.ts';
import type { CommandResult } from './command.ts';
import type { OperatorGateway } from './operator-gateway.ts';
import { asText, type OutputRow } from './print-rows.ts';

type KnownPlans = Pick<OperatorGateway, 'plans' | 'sale'>;

export const accountView = ({ sale }: KnownPlans, account: Account): AccountView => toAccountView(account, sale);

/** The plan's id, and why it is not active: its keys are refused. */
export function planName({ plans }: KnownPlans, { planId, inactive }: Account): string {
  const problem = inactive ? inactive.replaceAll('_', ' ') : plans.find(planId) ? undefined : 'not in the settings';
  return problem === undefined ? planId : `${planId} (${problem})`;
}

/** From the account alone: the dashboard shows what Stripe says. */
export function paymentState({ inactive, billing }: Account): string | null {
  if (!billing) return null;
  if (inactive === 'unpaid') return 'unpaid';
  if (billing.graceEndsAt) return `failed, plan until ${new Date(billing.graceEndsAt).toISOString()}`;
  return billing.subscriptionId ? 'subscribed' : 'none';
}

const accountRow = (gateway: KnownPlans, account: Account): OutputRow => ({
  account: account.accountId,
  email: account.email,
  plan: planName(gateway, account),
  state: account.state,
  created: new Date(account.createdAt).toISOString(),
  payment: paymentState(account),
});

export const showAccounts = (gateway: KnownPlans, accounts: readonly Account[]): CommandResult => ({
  documents: accounts.map((account) => accountView(gateway, account)),
  text: asText(accounts.map((account) => accountRow(gateway, account))),
});
