import type { ListedUser, UserDirectory } from '../users/user-directory.ts';

export type PoolUsers = {
  readonly ids: ReadonlySet<string>;
  /** Users who have not chosen a password. */
  readonly unfinished: readonly ListedUser[];
  /** False if the time was over before the end of the list: then nobody can be called missing. */
  readonly isWhole: boolean;
};

type ReadDeps = {
  readonly users: Pick<UserDirectory, 'list'>;
  /** Waits between two requests. */
  readonly pause: () => Promise<void>;
  readonly isTimeOver: () => boolean;
};

export const isUnfinished = ({ status }: Pick<ListedUser, 'status'>): boolean => status === 'FORCE_CHANGE_PASSWORD';

/**
 * Lists all users. To ask for each of them would make Cognito bill every one as a monthly active user, also those who never
 * come back.
 */
export async function readPoolUsers({ users, pause, isTimeOver }: ReadDeps): Promise<PoolUsers> {
  const ids = new Set<string>();
  const unfinished: ListedUser[] = [];
  for await (const page of users.list()) {
    for (const { userId } of page) ids.add(userId);
    unfinished.push(...page.filter(isUnfinished));
    if (isTimeOver()) return { ids, unfinished, isWhole: false };
    await pause();
  }
  return { ids, unfinished, isWhole: true };
}
