import { accountItemKey, isTombstone } from '../directory/directory-items.ts';
import type { Table } from '../table/item-table.ts';
import { type Clock, dayMs } from '../time.ts';
import type { ListedUser, UserDirectory } from '../users/user-directory.ts';
import { isUnfinished } from './pool-users.ts';

export type UnfinishedDeps = {
  readonly directory: Pick<Table, 'get'>;
  readonly users: Pick<UserDirectory, 'list' | 'delete'>;
  readonly clock: Clock;
};

/** After the last mail, whose code is valid for a day. Later, people have to ask for a new mail. */
const keepMs = 7 * dayMs;

export const isOverdue = (user: ListedUser, now: number): boolean =>
  isUnfinished(user) && now - user.changedAt >= keepMs;

/**
 * Deletes a user who never chose a password, and whose address the pool would otherwise keep for ever. A user whose account
 * the operator created stays. Returns whether the user was deleted.
 */
export async function deleteUnfinished({ directory, users, clock }: UnfinishedDeps, userId: string): Promise<boolean> {
  // Listed again, because the user may have asked for another mail meanwhile.
  for await (const [user] of users.list(userId)) if (!user || !isOverdue(user, clock())) return false;
  const account = await directory.get(accountItemKey(userId));
  if (account && !isTombstone(account)) return false;
  await users.delete(userId);
  return true;
}
