import type { Directory } from '../table/directory.ts';
import type { Account } from './account.ts';
import { changeWithSecrets } from './change-with-secrets.ts';

/**
 * Takes an account's active plan away: every one of its keys is refused from the next request on. Doing so again changes
 * nothing.
 * @throws {AccountNotFoundError} @throws {AccountBusyError}
 */
export const suspendAccount = (directory: Directory, accountId: string): Promise<Account> =>
  changeWithSecrets(directory, accountId, () => ({ state: 'suspended' }));

/**
 * Lets a suspended account use its plan again from the next request on. Doing so again changes nothing.
 * @throws {AccountNotFoundError} @throws {AccountBusyError}
 */
export const resumeAccount = (directory: Directory, accountId: string): Promise<Account> =>
  changeWithSecrets(directory, accountId, () => ({ state: 'active' }));
