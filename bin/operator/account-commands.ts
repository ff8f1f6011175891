import { changePlan, resumeAccount, suspendAccount } from '../../src/accounts/account-plan.ts';
import { listAccounts } from '../../src/accounts/accounts.ts';
import type { Account } from '../../src/directory/directory-items.ts';
import { findAccount } from '../../src/directory/directory-reads.ts';
import { showAccounts } from './account-output.ts';
import type { Commands } from './command.ts';
import { createAccount } from './create-account.ts';
import { showUsage } from './usage-output.ts';

export const accountCommands: Commands = {
  'accounts list': {
    args: [],
    summary: 'list the accounts',
    run: async (_, { openGateway }) => {
      const { client, directoryName } = await openGateway();
      const accounts: Account[] = [];
      for await (const account of listAccounts(client, directoryName)) accounts.push(account);
      return showAccounts(accounts);
    },
  },
  'accounts show': {
    args: ['ACCOUNT'],
    summary: 'show an account',
    run: async ([id = ''], { openGateway }) => showAccounts([await findAccount((await openGateway()).directory, id)]),
  },
  'accounts create': {
    args: ['EMAIL'],
    options: ['plan'],
    summary: 'create a user, who gets an invitation by e-mail, and the account',
    run: async ([email = ''], { options, openGateway }) =>
      showAccounts([await createAccount(email, options.plan, openGateway)]),
  },
  'accounts suspend': {
    args: ['ACCOUNT'],
    summary: 'suspend an account: its keys are refused from the next request',
    run: async ([id = ''], { openGateway }) =>
      showAccounts([await suspendAccount((await openGateway()).directory, id)]),
  },
  'accounts resume': {
    args: ['ACCOUNT'],
    summary: 'resume a suspended account',
    run: async ([id = ''], { openGateway }) => showAccounts([await resumeAccount((await openGateway()).directory, id)]),
  },
  'accounts change-plan': {
    args: ['ACCOUNT', 'PLAN'],
    summary: 'change the plan of an account from the next request',
    run: async ([id = '', planId = ''], { openGateway }) =>
      showAccounts([await changePlan((await openGateway()).directory, id, planId)]),
  },
  'accounts usage': {
    args: ['ACCOUNT'],
    summary: 'show the calls of the last 24 hours, all keys together',
    run: async ([id = ''], { openGateway }) => {
      const gateway = await openGateway();
      const { accountId } = await findAccount(gateway.directory, id);
      return showUsage(gateway, { accountId });
    },
  },
};
