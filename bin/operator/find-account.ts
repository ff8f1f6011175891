import { listAccounts } from '../../src/accounts/accounts.ts';
import type { Account } from '../../src/directory/directory-items.ts';
import { NotFoundError, RefusedCommandError } from '../command-errors.ts';
import type { OperatorGateway } from './operator-gateway.ts';

/**
 * The id of an account that is given by its id or by its email address. An address is that of the user in the user pool;
 * if there is none, for example because a deletion did not finish, of the account.
 * @throws {NotFoundError} @throws {RefusedCommandError} if several accounts without a user have the address
 */
export async function findAccountId(gateway: OperatorGateway, idOrEmail: string): Promise<string> {
  if (!idOrEmail.includes('@')) return idOrEmail;
  const user = await (await gateway.openUsers()).find(idOrEmail);
  if (user) return user.userId;
  const found = await accountsWithAddress(gateway, idOrEmail);
  const [first, ...others] = found;
  if (others.length > 0) throw severalAccounts(idOrEmail, found);
  if (first) return first.accountId;
  throw new NotFoundError(`No account has the address ${idOrEmail}.`);
}

/**
 * {@link findAccountId} for a deletion. If an account with this address is being deleted and its owner has signed up again,
 * repeating the command must not delete the new account.
 */
export async function findAccountIdToDelete(gateway: OperatorGateway, idOrEmail: string): Promise<string> {
  const accountId = await findAccountId(gateway, idOrEmail);
  if (accountId === idOrEmail) return accountId;
  const found = await accountsWithAddress(gateway, idOrEmail);
  if (found.some((account) => account.state === 'deleting' && account.accountId !== accountId)) {
    throw severalAccounts(idOrEmail, found);
  }
  return accountId;
}

async function accountsWithAddress({ client, directoryName }: OperatorGateway, address: string): Promise<Account[]> {
  const found: Account[] = [];
  for await (const account of listAccounts(client, directoryName)) {
    if (account.email.toLowerCase() === address.toLowerCase()) found.push(account);
  }
  return found;
}

const severalAccounts = (address: string, accounts: readonly Account[]): RefusedCommandError => {
  const list = accounts.map(({ accountId, state }) => `${accountId} (${state})`).join(', ');
  return new RefusedCommandError(`Several accounts have the address ${address}: ${list}. Give the id of one.`);
};
