import { changePlan, resumeAccount, suspendAccount } from '../../src/accounts/account-plan.ts';
import { listAccounts } from '../../src/accounts/accounts.ts';
import { settleAccount } from '../../src/billing/settle-account.ts';
import type { Account } from '../../src/directory/directory-items.ts';
import { findAccount } from '../../src/directory/directory-reads.ts';
import { numberFrom1 } from '../command-line.ts';
import { showActivity } from './account-activity.ts';
import { showAccount } from './account-billing.ts';
import { showAccounts } from './account-output.ts';
import type { Command, CommandContext, CommandResult, Commands } from './command.ts';
import { checkEmail, createAccount } from './create-account.ts';
import { findAccountId } from './find-account.ts';
import type { OperatorGateway } from './operator-gateway.ts';
import { showUsage } from './usage-output.ts';

/** A command that prints one account, which is given by its id or its address. */
const accountCommand = (
  args: readonly ['ACCOUNT', ...string[]],
  summary: string,
  account: (gateway: OperatorGateway, accountId: string, value: string, context: CommandContext) => Promise<Account>,
): Command => ({
  args,
  summary,
  run: async ([idOrEmail = '', value = ''], context) => {
    const gateway = await context.openGateway();
    const accountId = await findAccountId(gateway, idOrEmail);
    return showAccounts(gateway, [await account(gateway, accountId, value, context)]);
  },
});

/** The subscription of a suspended account ends with its paid period. If Stripe cannot be asked, it does so at night. */
async function settleAtStripe(
  gateway: OperatorGateway,
  account: Account,
  warn: CommandContext['warn'],
): Promise<Account> {
  if (!account.billing?.subscriptionId || !gateway.sale.canPay) return account;
  try {
    return await settleAccount(await gateway.openBilling(), account.accountId);
  } catch (error) {
    warn(
      `Stripe was not asked (${String(error)}). The account is changed; the nightly reconciliation brings its subscription ` +
        'up to date.\n',
    );
    return account;
  }
}

async function listPage({ options, openGateway, longestPage }: CommandContext): Promise<CommandResult> {
  const { limit, after } = options;
  const length = limit === undefined ? longestPage : numberFrom1(limit, 'limit');
  const gateway = await openGateway();
  const accounts: Account[] = [];
  let next: string | undefined;
  for await (const account of listAccounts(gateway.client, gateway.directoryName, after)) {
    if (accounts.length === length) {
      next = accounts.at(-1)?.accountId;
      break;
    }
    accounts.push(account);
  }
  const { documents, text } = showAccounts(gateway, accounts);
  const more = limit === undefined || next === undefined ? '' : `More: --after ${next}\n`;
  return { documents, text: `${text}${more}`, next };
}

export const accountCommands: Commands = {
  'accounts list': {
    args: [],
    options: ['limit', 'after'],
    summary: 'list the accounts',
    run: async (_, context) => listPage(context),
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
    summary: 'create a user, who gets an invitation by email, and the account',
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
      async (gateway, accountId, _, { warn }) =>
        settleAtStripe(gateway, await suspendAccount(gateway, { accountId, origin: gateway.origin }), warn),
    ),
    needsPlans: false,
  },
  'accounts resume': {
    ...accountCommand(['ACCOUNT'], 'resume a suspended account', async (gateway, accountId, _, { warn }) =>
      settleAtStripe(gateway, await resumeAccount(gateway, { accountId, origin: gateway.origin }), warn),
    ),
    needsPlans: false,
  },
  'accounts change-plan': accountCommand(
    ['ACCOUNT', 'PLAN'],
    'change the plan of an account without a subscription, from the next request',
    (gateway, accountId, planId) => changePlan(gateway, { accountId, origin: gateway.origin }, planId),
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
