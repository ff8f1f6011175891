import { type AccountView, toAccountView } from '../../lambda/control-plane/schemas/account-schemas.ts';
import type { Account } from '../../src/directory/directory-items.ts';
import { findPlan, type Plan, UnknownPlanError } from '../../src/plans/plans.ts';
import type { CommandResult } from './command.ts';
import { asText, type OutputRow } from './print-rows.ts';

/** The plan of an account. @throws {UnknownPlanError} */
export function planOf({ planId }: Account): Plan {
  const plan = findPlan(planId);
  if (plan) return plan;
  throw new UnknownPlanError(planId);
}

export const accountView = (account: Account): AccountView => toAccountView(account, planOf(account));

const accountRow = ({ accountId, email, planId, state, createdAt }: Account): OutputRow => ({
  account: accountId,
  email,
  plan: planId,
  state,
  created: new Date(createdAt).toISOString(),
});

export const showAccounts = (accounts: readonly Account[]): CommandResult => ({
  documents: accounts.map(accountView),
  text: asText(accounts.map(accountRow)),
});
