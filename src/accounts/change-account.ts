import { accountItemKey } from '../keys/directory.ts';
import type { Directory, DirectoryWrite } from '../table/directory.ts';
import { TransactionConflictError } from '../table/transaction.ts';
import type { Account } from './account.ts';
import { findAccount } from './accounts.ts';
import { AccountBusyError } from './errors.ts';

const maxTries = 10;

/** What a change writes beside the account itself, and what it gives. */
export type Change<T> = { readonly writes: readonly DirectoryWrite[]; readonly result: T };

/** The update that raises an account's version, if it is still what was read, and sets its state. */
const guardedUpdate = (account: Account, state: Account['state']): DirectoryWrite => ({
  key: accountItemKey(account.accountId),
  update: 'SET #version = :next, #state = :state',
  condition: '#version = :version',
  names: { '#version': 'version', '#state': 'state' },
  values: { ':version': account.version, ':next': account.version + 1, ':state': state },
});

/**
 * Changes an account and its keys in one transaction guarded by the account's version, so that no two changes of one
 * account cross: `decide` reads what it needs and says what to write; when another change came between, it is asked anew.
 * @throws {AccountNotFoundError}
 * @throws {AccountBusyError} when others came between ten times
 */
export async function changeAccount<T>(
  directory: Directory,
  accountId: string,
  decide: (account: Account) => Promise<Change<T> & { readonly state?: Account['state'] }>,
): Promise<T> {
  for (let tries = 0; tries < maxTries; tries += 1) {
    const account = await findAccount(directory, accountId);
    const { writes, result, state = account.state } = await decide(account);
    if (writes.length === 0 && state === account.state) return result;
    try {
      await directory.transact([guardedUpdate(account, state), ...writes]);
      return result;
    } catch (error) {
      if (!(error instanceof TransactionConflictError)) throw error;
    }
  }
  throw new AccountBusyError(accountId);
}
