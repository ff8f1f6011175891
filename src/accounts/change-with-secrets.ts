import { type Key, secretItemKey, secretPlan } from '../keys/directory.ts';
import { listActiveKeys } from '../keys/list.ts';
import type { Directory, DirectoryWrite } from '../table/directory.ts';
import type { Account } from './account.ts';
import { type AccountChanges, changeAccount, nextVersion } from './change-account.ts';

/**
 * Changes an account, and with it what all its secrets repeat of it, in one transaction: the change holds from the next
 * request on. The most keys of any plan, 40, with two secrets each and the account are 81 of the 100 writes that
 * DynamoDB takes in one transaction. A change to what already is writes nothing.
 * @param decide is given the account and its active keys; what it throws is thrown, and nothing is written
 * @throws {AccountNotFoundError} @throws {AccountBusyError}
 */
export const changeWithSecrets = (
  directory: Directory,
  accountId: string,
  decide: (account: Account, keys: readonly Key[]) => AccountChanges,
): Promise<Account> =>
  changeAccount(directory, accountId, async (account) => {
    // A revoked key is refused as it is.
    const keys = await listActiveKeys(directory, account);
    const next = nextVersion(account, decide(account, keys));
    if (next.planId === account.planId && next.state === account.state) return { writes: [], result: account };
    return { account: next, writes: keys.flatMap((key) => planUpdates(key, next)), result: next };
  });

function planUpdates(key: Key, account: Account): DirectoryWrite[] {
  const { planId, planState } = secretPlan(account);
  return key.secrets.map(({ hash }) => ({
    key: secretItemKey(hash),
    update: 'SET #planId = :planId, #planState = :planState',
    condition: 'attribute_exists(pk)',
    names: { '#planId': 'planId', '#planState': 'planState' },
    values: { ':planId': planId, ':planState': planState },
  }));
}
