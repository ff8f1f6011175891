import { newAccount } from '../../src/accounts/accounts.ts';
import type { Account } from '../../src/directory/directory-items.ts';
import { findAccount } from '../../src/directory/directory-reads.ts';
import { type ForeignKey, importKey, planImport } from '../../src/keys/import-key.ts';
import type { Plan } from '../../src/plans.ts';
import { createAccountOf, type NewOwner } from './create-account.ts';
import type { OperatorGateway } from './operator-gateway.ts';

/** What an import does, or would do, with a row. */
export type RowResult = {
  readonly result: 'imported' | 'known' | 'refused' | 'to import';
  readonly keyId: string | null;
};

/** How the accounts and keys of a file come into being. */
export type ImportWrites = {
  readonly createAccount: (owner: NewOwner, plan: Plan) => Promise<Account>;
  /** Finds or creates the key. */
  readonly importKey: (account: Account, key: ForeignKey) => Promise<RowResult>;
};

/** @param isInvited whether new customers get a mail at once */
export const createWrites = (gateway: OperatorGateway, isInvited: boolean): ImportWrites => ({
  createAccount: (owner, plan) => createAccountOf(gateway, owner, plan, isInvited),
  importKey: async ({ accountId }, foreignKey) => {
    const { key, isNew } = await importKey(gateway, { accountId, origin: gateway.origin }, foreignKey);
    return { result: isNew ? 'imported' : 'known', keyId: key.keyId };
  },
});

/**
 * Decides as an import does, and writes nothing. New accounts and the keys of each account stay in memory, so that a row
 * for which the plan has no more keys is refused here, too.
 */
export function createPreview(gateway: OperatorGateway): ImportWrites {
  const accounts = new Map<string, Account>();
  return {
    createAccount: async ({ user, email }, plan) => {
      // A user who does not exist has no id yet. The address is as unique.
      const account = newAccount({ accountId: user?.userId ?? email, email, planId: plan.id }, gateway.clock());
      accounts.set(account.accountId, account);
      return account;
    },
    importKey: async ({ accountId }, foreignKey) => {
      const account = accounts.get(accountId) ?? (await findAccount(gateway.directory, accountId));
      const { change, result } = await planImport(gateway, account, foreignKey);
      accounts.set(accountId, change?.account ?? account);
      return result.isNew ? { result: 'to import', keyId: null } : { result: 'known', keyId: result.key.keyId };
    },
  };
}
