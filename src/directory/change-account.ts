import { setTimeout as pause } from 'node:timers/promises';
import { type Directory, type DirectoryWrite, TransactionConflictError } from '../table/directory-table.ts';
import { type Account, accountItemKey } from './directory-items.ts';
import { activeKeyIds, findAccount } from './directory-reads.ts';

const maxTries = 10;

/** An account with an up-to-date list of its active keys. */
export type LoadedAccount = Account & { readonly activeKeys: NonNullable<Account['activeKeys']> };

/** Attributes of an account that a change may set; `keyIds` are its active keys. */
export type AccountChanges = Partial<Pick<Account, 'planId' | 'state' | 'freedSlots'>> & {
  readonly keyIds?: readonly string[];
};

export type PlannedChange<T> = {
  /** Writes in addition to the account's own. */
  readonly writes: readonly DirectoryWrite[];
  /** From {@link nextVersion}. Default: only the account's version changes. */
  readonly account?: LoadedAccount;
  readonly result: T;
};

/** The account did not stay unchanged during any try. */
export class AccountBusyError extends Error {
  override readonly name = 'AccountBusyError';
  readonly code = 'account_busy';

  constructor(accountId: string) {
    super(`Other requests are changing account ${accountId}. Try again.`);
  }
}

/** The account after a change. */
export function nextVersion(account: LoadedAccount, { keyIds, ...changes }: AccountChanges = {}): LoadedAccount {
  const version = account.version + 1;
  const activeKeys = { version, ids: keyIds?.toSorted() ?? account.activeKeys.ids };
  return { ...account, ...changes, version, activeKeys };
}

/**
 * Changes an account and its keys in one transaction guarded by the account's version, so that concurrent changes of an
 * account never mix. If the account has changed since it was read, `decide` is called again with the new account. If
 * `decide` throws or writes nothing, the version is read again, and its outcome counts only if the version is the same.
 * @param random from 0 to less than 1; spreads the tries of concurrent changes
 * @throws {AccountNotFoundError}
 * @throws {AccountBusyError} after 10 tries
 */
export async function changeAccount<T>(
  directory: Directory,
  accountId: string,
  decide: (account: LoadedAccount) => Promise<PlannedChange<T>>,
  random: () => number = Math.random,
): Promise<T> {
  for (let tries = 0; tries < maxTries; tries += 1) {
    const account = await loadAccount(directory, accountId);
    const [decision] = await Promise.allSettled([decide(account)]);
    if (await commit(directory, account, decision)) return resultOf(decision);
    // Up to 1 ms at first, up to half a second before the last try.
    await pause(random() * 2 ** tries);
  }
  throw new AccountBusyError(accountId);
}

async function loadAccount(directory: Directory, accountId: string): Promise<LoadedAccount> {
  const account = await findAccount(directory, accountId);
  const ids = await activeKeyIds(directory, account);
  return { ...account, activeKeys: { version: account.version, ids: [...ids] } };
}

/** Writes the decision; false if the account has changed since it was read. */
async function commit<T>(directory: Directory, read: LoadedAccount, decision: PromiseSettledResult<PlannedChange<T>>) {
  const { writes = [], account } = decision.status === 'fulfilled' ? decision.value : {};
  if (writes.length === 0 && !account) {
    return (await findAccount(directory, read.accountId)).version === read.version;
  }
  try {
    await directory.transact([guardedUpdate(read, account ?? nextVersion(read)), ...writes]);
    return true;
  } catch (error) {
    if (error instanceof TransactionConflictError) return false;
    throw error;
  }
}

const guardedUpdate = (read: Account, next: LoadedAccount): DirectoryWrite => ({
  key: accountItemKey(read.accountId),
  update:
    'SET #version = :next, #state = :state, #planId = :planId, #activeKeys = :activeKeys, #freedSlots = :freedSlots',
  condition: '#version = :read',
  names: {
    '#version': 'version',
    '#state': 'state',
    '#planId': 'planId',
    '#activeKeys': 'activeKeys',
    '#freedSlots': 'freedSlots',
  },
  values: {
    ':read': read.version,
    ':next': next.version,
    ':state': next.state,
    ':planId': next.planId,
    ':activeKeys': next.activeKeys,
    ':freedSlots': next.freedSlots,
  },
});

function resultOf<T>(decision: PromiseSettledResult<PlannedChange<T>>): T {
  if (decision.status === 'rejected') throw decision.reason;
  return decision.value.result;
}
