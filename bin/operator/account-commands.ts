import { changePlan, resumeAccount, suspendAccount } from '../../src/accounts/account-plan.ts';
import { listAccounts } from '../../src/accounts/accounts.ts';
import { settleAccount } from '../../src/billing/settle-account.ts';
import type { Account } from '../../src/directory/directory-items.ts';
import { findAccount } from '../../src/directory/directory-reads.ts';
import { showActivity } from './account-activity.ts';
import { showAccount } from './account-billing.ts';
import { showAccounts } from './account-output.ts';
import type { Command, Commands } from './command.ts';
import { checkEmail, createAccount } from './create-account.ts';
import { findAccountId } from './find-account.ts';
import type { OperatorGateway } from './operator-gateway.ts';
import { showUsage } from './usage-output.ts';

/** A command that prints one account, which is given by its id or its address. */
const accountCommand = (
  args: readonly ['ACCOUNT', ...string[]],
  summary: string,
  account: (gateway: OperatorGateway, accountId: string, ...values: string[]) => Promise<Account>,
): Command => ({
  args,
  summary,
  run: async ([idOrEmail = '', ...values], { openGateway }) => {
    const gateway = await openGateway();
    const accountId = await findAccountId(gateway, idOrEmail);
    return showAccounts(gateway, [await account(gateway, accountId, ...values)]);
  },
});

/** The subscription of a suspended account ends with its paid period. If Stripe cannot be asked, it does so at night. */
async function settleAtStripe(gateway: OperatorGateway, account: Account): Promise<Account> {
  if (!account.billing?.subscriptionId || !gateway.sale.canPay) return account;
  try {
    return await settleAccount(await gateway.openBilling(), account.accountId);
  } catch (error) {
    process.stderr.write(
      `Stripe was not asked (${String(error)}). The account is changed; the nightly reconciliation brings its subscription ` +
        'up to date.\n',
    );
    return account;
  }
}

export const accountCommands: Commands = {
  'accounts list': {
    args: [],
    summary: 'list the accounts',
    run: async (_, { openGateway }) => {
      const gateway = await openGateway();
      const accounts: Account[] = [];
      for await (const account of listAccounts(gateway.client, gateway.directoryName)) accounts.push(account);
      return showAccounts(gateway, accounts);
    },
  },
  'accounts show': {
    args: ['ACCOUNT'],
    summary: 'show an account, its subscription and its payments',
    run: async ([idOrEmail = ''], { openGateway }) => {
      const gateway = await openGateway();
      const accountId = await findAccountId(gateway, idOrEmail);
      return showAccount(gateway, await findAccount(gateway.directory, accountId));
    },
  },
  'accounts create': {
    args: ['EMAIL'],
    options: ['plan'],
    summary: 'create a user, who gets an invitation by e-mail, and the account',
    run: async ([email = ''], { options, openGateway }) => {
      checkEmail(email);
      const gateway = await openGateway();
      return showAccounts(gateway, [await createAccount(gateway, email, options.plan)]);
    },
  },
  'accounts suspend': {
    ...accountCommand(
      ['ACCOUNT'],
      'suspend an account: its keys are refused from the next request',
      async (gateway, accountId) =>
        settleAtStripe(gateway, await suspendAccount(gateway, { accountId, origin: gateway.origin })),
    ),
    needsPlans: false,
  },
  'accounts resume': {
    ...accountCommand(['ACCOUNT'], 'resume a suspended account', async (gateway, accountId) =>
      settleAtStripe(gateway, await resumeAccount(gateway, { accountId, origin: gateway.origin })),
    ),
    needsPlans: false,
  },
  'accounts change-plan': accountCommand(
    ['ACCOUNT', 'PLAN'],
    'change the plan of an account without a subscription, from the next request',
    (gateway, accountId, planId = '') => changePlan(gateway, { accountId, origin: gateway.origin }, planId),
  ),
  'accounts activity': {
    args: ['ACCOUNT'],
    options: ['limit', 'before'],
    needsPlans: false,
    summary: 'list the changes of an account and its keys, newest first: who, when, from where',
    run: async ([idOrEmail = ''], { options, openGateway }) => {
      const gateway = await openGateway();
      return showActivity(gateway, await findAccountId(gateway, idOrEmail), options);
    },
  },
  'accounts usage': {
    args: ['ACCOUNT'],
    needsPlans: false,
    summary: 'show the calls of the last 24 hours, all keys together',
    run: async ([idOrEmail = ''], { openGateway }) => {
      const gateway = await openGateway();
      const { accountId } = await findAccount(gateway.directory, await findAccountId(gateway, idOrEmail));
      return showUsage(gateway, { accountId });
    },
  },
};
