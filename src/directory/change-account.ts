import { setTimeout as pause } from 'node:timers/promises';
import { type Directory, type DirectoryWrite, TransactionConflictError } from '../table/directory-table.ts';
import { type Account, accountItemKey } from './directory-items.ts';
import { activeKeyIds, findAccount } from './directory-reads.ts';

const maxTries = 10;

/** An account as a change finds it: which of its keys are active is known. */
export type LoadedAccount = Account & { readonly activeKeys: NonNullable<Account['activeKeys']> };

/** What of an account may change; `keyIds` are its active keys. */
export type AccountChanges = Partial<Pick<Account, 'planId' | 'state' | 'freedSlots'>> & {
  readonly keyIds?: readonly string[];
};

/** What a change writes beside the account, what the account becomes where more than its version changes, what it gives. */
export type PlannedChange<T> = {
  readonly writes: readonly DirectoryWrite[];
  readonly account?: LoadedAccount;
  readonly result: T;
};

/** The account as a change leaves it. */
export function nextVersion(account: LoadedAccount, { keyIds, ...changes }: AccountChanges = {}): LoadedAccount {
  const version = account.version + 1;
  const activeKeys = { version, ids: keyIds?.toSorted() ?? account.activeKeys.ids };
  return { ...account, ...changes, version, activeKeys };
}

/** The update that makes the account what it is to be, if it is still what was read. */
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

// Random, so that those who met do not meet again: up to 1 ms at first, up to half a second before the last try.
const pauseAfter = (tries: number): Promise<void> => pause(Math.random() * 2 ** tries);

/**
 * Changes an account and its keys in one transaction guarded by the account's version, so that no two changes of one
 * account cross: `decide` reads what it needs and says what to write; when another change came between, it is asked anew.
 * So it is when it refuses or has nothing to write: what it throws is thrown only if it has seen one state of things.
 * @throws {AccountNotFoundError}
 * @throws {AccountBusyError} when others came between ten times
 */
export async function changeAccount<T>(
  directory: Directory,
  accountId: string,
  decide: (account: LoadedAccount) => Promise<PlannedChange<T>>,
): Promise<T> {
  for (let tries = 0; tries < maxTries; tries += 1) {
    const read = await withActiveKeys(directory, await findAccount(directory, accountId));
    const [decision] = await Promise.allSettled([decide(read)]);
    if (await commit(directory, read, decision)) return resultOf(decision);
    await pauseAfter(tries);
  }
  throw new AccountBusyError(accountId);
}

async function withActiveKeys(directory: Directory, account: Account): Promise<LoadedAccount> {
  const ids = await activeKeyIds(directory, account);
  return { ...account, activeKeys: { version: account.version, ids: [...ids] } };
}

/** Makes a decision's writes; where there are none, looks whether the account is as it was read. False if others came between. */
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

function resultOf<T>(decision: PromiseSettledResult<PlannedChange<T>>): T {
  if (decision.status === 'rejected') throw decision.reason;
  return decision.value.result;
}

/** Others kept changing the account while it was to be changed. */
export class AccountBusyError extends Error {
  override readonly name = 'AccountBusyError';
  readonly code = 'account_busy';

  constructor(accountId: string) {
    super(`Account ${accountId} is being changed by others; try again.`);
  }
}
