import { type Key, secretItemKey } from '../keys/directory.ts';
import { listKeys } from '../keys/list.ts';
import type { Directory, DirectoryWrite } from '../table/directory.ts';
import type { Account } from './account.ts';
import { changeAccount } from './change-account.ts';

/** Takes an account's active plan away: every one of its keys is refused from the next request on. */
export const suspendAccount = (directory: Directory, accountId: string): Promise<void> =>
  setState(directory, accountId, 'suspended', 'inactive');

/** Lets a suspended account use its plan again from the next request on. */
export const resumeAccount = (directory: Directory, accountId: string): Promise<void> =>
  setState(directory, accountId, 'active', 'active');

const setState = (directory: Directory, accountId: string, state: Account['state'], planState: string) =>
  changeAccount(directory, accountId, async () => {
    // A revoked key is refused as it is, and there may be more of them than one transaction takes.
    const keys = (await listKeys(directory, accountId)).filter((key) => key.state === 'active');
    return { state, writes: keys.flatMap((key) => planStateUpdates(key, planState)), result: undefined };
  });

const planStateUpdates = (key: Key, planState: string): DirectoryWrite[] =>
  key.secrets.map(({ hash }) => ({
    key: secretItemKey(hash),
    update: 'SET #planState = :planState',
    condition: 'attribute_exists(pk)',
    names: { '#planState': 'planState' },
    values: { ':planState': planState },
  }));
