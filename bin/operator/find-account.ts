import { listAccounts } from '../../src/accounts/accounts.ts';
import { NotFoundError, RefusedCommandError } from '../command-errors.ts';
import type { OperatorGateway } from './operator-gateway.ts';

/**
 * The id of an account that is given by its id or by its e-mail address. An address is that of the user in the user pool;
 * if there is none, for example because a deletion did not finish, of the account.
 * @throws {NotFoundError} @throws {RefusedCommandError} if several accounts without a user have the address
 */
export async function findAccountId(gateway: OperatorGateway, idOrEmail: string): Promise<string> {
  if (!idOrEmail.includes('@')) return idOrEmail;
  const user = await (await gateway.openUsers()).find(idOrEmail);
  if (user) return user.userId;
  const found: string[] = [];
  for await (const { accountId, email } of listAccounts(gateway.client, gateway.directoryName)) {
    if (email.toLowerCase() === idOrEmail.toLowerCase()) found.push(accountId);
  }
  const [accountId, ...others] = found;
  if (others.length > 0) {
    throw new RefusedCommandError(`Several accounts have the address ${idOrEmail}: ${found.join(', ')}. Give an id.`);
  }
  if (accountId) return accountId;
  throw new NotFoundError(`No account has the address ${idOrEmail}.`);
}
