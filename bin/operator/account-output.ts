import { type AccountView, toAccountView } from '../../lambda/control-plane/schemas/account-schemas.ts';
import type { Account } from '../../src/directory/directory-items.ts';
import type { CommandResult } from './command.ts';
import type { OperatorGateway } from './operator-gateway.ts';
import { asText, type OutputRow } from './print-rows.ts';

type KnownPlans = Pick<OperatorGateway, 'plans' | 'sale'>;

export const accountView = ({ sale }: KnownPlans, account: Account): AccountView => toAccountView(account, sale);

/** The plan's id; a plan that is not in the settings is marked, because it makes the keys be refused. */
export const planName = ({ plans }: KnownPlans, { planId }: Account): string =>
  plans.find(planId) ? planId : `${planId} (not in the settings)`;

const accountRow = (gateway: KnownPlans, account: Account): OutputRow => ({
  account: account.accountId,
  email: account.email,
  plan: planName(gateway, account),
  state: account.state,
  created: new Date(account.createdAt).toISOString(),
});

export const showAccounts = (gateway: KnownPlans, accounts: readonly Account[]): CommandResult => ({
  documents: accounts.map((account) => accountView(gateway, account)),
  text: asText(accounts.map((account) => accountRow(gateway, account))),
});
