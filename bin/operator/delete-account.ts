import * as v from 'valibot';
import { deleteAccount } from '../../src/accounts/delete-account.ts';
import { closeBilling } from '../../src/billing/close-billing.ts';
import { type Account, accountItemKey, accountItemSchema, isTombstone } from '../../src/directory/directory-items.ts';
import { AccountDeletedError, AccountNotFoundError, listKeys } from '../../src/directory/directory-reads.ts';
import { confirm } from '../confirm.ts';
import type { CommandResult, Commands } from './command.ts';
import { findAccountIdToDelete } from './find-account.ts';
import type { OperatorGateway } from './operator-gateway.ts';
import { asFields } from './print-rows.ts';
import { atStripe } from './stripe-failures.ts';

export const deletionCommands: Commands = {
  'accounts delete': {
    args: ['ACCOUNT'],
    options: ['dry-run', 'yes'],
    needsPlans: false,
    summary: 'delete an account (its id or address) with its keys and its user; continues an unfinished deletion',
    run: async ([idOrEmail = ''], { options, openGateway, input, warn }) => {
      const gateway = await openGateway();
      const account = await findStoredAccount(gateway, await findAccountIdToDelete(gateway, idOrEmail));
      if (options['dry-run']) return describe(gateway, account);
      if (!options.yes) await confirm({ ...deletionOf(account), input, warn });
      const deps = { ...gateway, usage: gateway.usageRows, users: await gateway.openUsers() };
      const request = { accountId: account.accountId, origin: gateway.origin };
      // Opened first: an account that pays must not be half deleted because the key is missing.
      const billing = account.billing || gateway.sale.canPay ? await gateway.openBilling() : undefined;
      if (!billing) await deleteAccount(deps, request);
      else
        await atStripe(billing, () =>
          deleteAccount({ ...deps, closeBilling: (it) => closeBilling(billing, it) }, request),
        );
      return {
        documents: [{ accountId: account.accountId, state: 'deleted' }],
        text: `The account ${account.accountId} is deleted. The rows that still have its id expire within 400 days.\n`,
      };
    },
  },
};

/** Also an account whose deletion is not finished. @throws {AccountNotFoundError} @throws {AccountDeletedError} */
async function findStoredAccount({ directory }: OperatorGateway, accountId: string): Promise<Account> {
  const item = await directory.get(accountItemKey(accountId));
  if (!item) throw new AccountNotFoundError(accountId);
  if (isTombstone(item)) throw new AccountDeletedError();
  return v.parse(accountItemSchema, item);
}

async function describe({ directory }: OperatorGateway, account: Account): Promise<CommandResult> {
  const { accountId, email, state } = account;
  const keys = await listKeys(directory, accountId);
  let rows = 0;
  for await (const _ of directory.query(accountItemKey(accountId).pk)) rows += 1;
  const secrets = keys.reduce((sum, key) => sum + key.secrets.length + key.endedSecrets.length, 0);
  const active = keys.filter((key) => key.state === 'active').length;
  const subscription = account.billing?.subscriptionId ?? null;
  const document = { accountId, email, state, activeKeys: active, keys: keys.length, secrets, rows, subscription };
  const counts = { 'active keys': active, keys: keys.length, secrets, rows };
  const shown = { account: accountId, email, state, ...counts, subscription };
  return { documents: [document], text: `${asFields(shown)}\nDry run: nothing was changed.\n` };
}

const deletionOf = ({ email }: Account) => ({
  question: `Its keys are refused at once, and the deletion cannot be undone. Type ${email} to delete the account: `,
  expected: email,
  refusal: 'That is not the address of the account. Nothing was deleted. To delete without this question, use --yes.',
});
