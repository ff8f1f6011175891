import { type ChangeDeps, type ChangeRequest, changeAccount, nextVersion } from '../directory/change-account.ts';
import { AccountDeletedError, findDeletingAccount, listActiveKeys } from '../directory/directory-reads.ts';
import { secretItemKey } from '../directory/secret-item.ts';
import { type DeletionDeps, finishDeletion } from './finish-deletion.ts';

// A deletion has two steps (docs/decisions/0031-deleting-accounts.md). The first is one transaction: the keys are refused
// from the next request and the account is `deleting`. The second removes everything. It can be repeated from the start at
// any time; the nightly sweep repeats it if it did not finish.

/**
 * The first step. There is no way back from it.
 * @throws {AccountNotFoundError} @throws {AccountDeletedError} if it is done @throws {AccountBusyError}
 */
export async function beginDeletion(deps: ChangeDeps, request: Omit<ChangeRequest, 'idempotency'>): Promise<void> {
  await changeAccount(deps, request, {
    decide: async (account) => {
      const keys = await listActiveKeys(deps.directory, account);
      const writes = keys.flatMap(({ secrets }) => secrets.map(({ hash }) => ({ delete: secretItemKey(hash) })));
      const next = nextVersion(account, { state: 'deleting', deletingSince: deps.clock() });
      return { change: { activity: { action: 'account_deleted' }, account: next, writes }, result: undefined };
    },
    repeat: async () => undefined,
  });
}

/**
 * Deletes an account completely, or continues a deletion.
 * @throws {AccountNotFoundError} @throws {AccountDeletedError} if nothing is left to delete @throws {AccountBusyError}
 * @throws every error of the second step
 */
export async function deleteAccount(
  deps: ChangeDeps & DeletionDeps,
  request: Omit<ChangeRequest, 'idempotency'>,
): Promise<void> {
  try {
    await beginDeletion(deps, request);
  } catch (error) {
    const hasBegun =
      error instanceof AccountDeletedError && (await findDeletingAccount(deps.directory, request.accountId));
    if (!hasBegun) throw error;
  }
  await finishDeletion(deps, request.accountId);
}
