import { setTimeout as pause } from 'node:timers/promises';
import { errorClass } from '../error-class.ts';
import { type Directory, type DirectoryWrite, TransactionConflictError } from '../table/directory-table.ts';
import type { Clock } from '../time.ts';
import { type Activity, activityWrite, type ChangeOrigin } from './activity.ts';
import { type Account, accountItemKey } from './directory-items.ts';
import { findAccount } from './directory-reads.ts';
import { type CarriedOutRequest, carriedOutWrite, findCarriedOut, type Idempotency } from './idempotent-request.ts';

const maxTries = 10;

export type ChangeDeps = {
  readonly directory: Directory;
  readonly clock: Clock;
  /** From 0 to less than 1; spreads the tries of concurrent changes. Default: Math.random. */
  readonly random?: () => number;
};

/** A request to change an account or its keys. */
export type ChangeRequest = {
  readonly accountId: string;
  readonly origin: ChangeOrigin;
  /** Makes a repetition within 24 hours change nothing. */
  readonly idempotency?: Idempotency | undefined;
};

/** Attributes of an account that a change may set; `keyIds` are its active keys. */
export type AccountChanges = Partial<Pick<Account, ChangeableAttribute>> & { readonly keyIds?: readonly string[] };

export type PlannedChange<T> = {
  /** Undefined if the request changes nothing. */
  readonly change?: {
    /** Undefined for the gateway's own bookkeeping. */
    readonly activity?: Activity | undefined;
    /** What a repetition finds again. Default: the key of the activity. */
    readonly createdId?: string;
    /** Writes in addition to the account's own. */
    readonly writes?: readonly DirectoryWrite[];
    /** From {@link nextVersion}. Default: only the account's version changes. */
    readonly account?: Account;
  };
  readonly result: T;
};

export type AccountChange<T> = {
  /** Decides from the account as it is now. Its errors are thrown, and nothing is written. */
  readonly decide: (account: Account) => Promise<PlannedChange<T>>;
  /** The result of a request that was carried out before, from the account as it is now. */
  readonly repeat: (account: Account, carriedOut: CarriedOutRequest) => Promise<T>;
};

/** The account did not stay unchanged during any try. */
export class AccountBusyError extends errorClass('AccountBusyError', 'account_busy') {
  constructor(accountId: string) {
    super(`Other requests are changing account ${accountId}. Try again.`);
  }
}

/** The account after a change. */
export function nextVersion(account: Account, { keyIds, ...changes }: AccountChanges = {}): Account {
  const activeKeys = keyIds?.toSorted() ?? account.activeKeys;
  return { ...account, ...changes, version: account.version + 1, activeKeys };
}

/**
 * Changes an account and its keys, and writes the row of its activity, in one transaction guarded by the account's version,
 * so that concurrent changes of an account never mix. If the account has changed since it was read, the change is decided
 * again with the new account. If the decision fails or changes nothing, the version is read again, and the outcome counts
 * only if the version is the same.
 * @throws {AccountNotFoundError} @throws {IdempotencyConflictError}
 * @throws {AccountBusyError} after 10 tries
 */
export async function changeAccount<T>(
  { directory, clock, random = Math.random }: ChangeDeps,
  request: ChangeRequest,
  change: AccountChange<T>,
): Promise<T> {
  for (let tries = 0; tries < maxTries; tries += 1) {
    const account = await findAccount(directory, request.accountId);
    const at = clock();
    const [decision] = await Promise.allSettled([decide(directory, request, change, account, at)]);
    if (await commit(directory, account, decision)) return resultOf(decision);
    // Up to 1 ms at first, up to half a second before the last try.
    await pause(random() * 2 ** tries);
  }
  throw new AccountBusyError(request.accountId);
}

/**
 * Whether a request was carried out before. Changes outside of Directory must not be repeated then.
 * @throws {IdempotencyConflictError}
 */
export const isCarriedOut = async (
  { directory, clock }: ChangeDeps,
  { accountId, idempotency }: ChangeRequest,
): Promise<boolean> =>
  idempotency !== undefined && (await findCarriedOut(directory, accountId, idempotency, clock())) !== undefined;

type Decision<T> = { readonly writes: readonly DirectoryWrite[]; readonly result: T };

/** All writes of a request, none if it changes nothing. */
async function decide<T>(
  directory: Directory,
  { accountId, origin, idempotency }: ChangeRequest,
  { decide, repeat }: AccountChange<T>,
  account: Account,
  at: number,
): Promise<Decision<T>> {
  const carriedOut = idempotency && (await findCarriedOut(directory, accountId, idempotency, at));
  if (carriedOut) return { writes: [], result: await repeat(account, carriedOut) };
  const { change, result } = await decide(account);
  // Even if it changes nothing now: it must not change anything when it is repeated after another change.
  const createdId = change?.createdId ?? change?.activity?.key?.keyId;
  const remembered = idempotency ? [carriedOutWrite(accountId, idempotency, createdId, at)] : [];
  if (!change && remembered.length === 0) return { writes: [], result };
  const next = change?.account ?? nextVersion(account);
  const activity = change?.activity ? [activityWrite(next, change.activity, origin, at)] : [];
  const writes = [guardedUpdate(account, next), ...(change?.writes ?? []), ...activity, ...remembered];
  return { writes, result };
}

/** Writes the decision; false if the account has changed since it was read. */
async function commit<T>(directory: Directory, read: Account, decision: PromiseSettledResult<Decision<T>>) {
  const writes = decision.status === 'fulfilled' ? decision.value.writes : [];
  if (writes.length === 0) return (await findAccount(directory, read.accountId)).version === read.version;
  try {
    await directory.transact(writes);
    return true;
  } catch (error) {
    if (error instanceof TransactionConflictError) return false;
    throw error;
  }
}

const changeable = [
  'email',
  'planId',
  'state',
  'inactive',
  'billing',
  'freedSlots',
  'dayQuota',
  'deletingSince',
  'sessionsValidFrom',
  'recoveryCodes',
] as const;
type ChangeableAttribute = (typeof changeable)[number];

function guardedUpdate(read: Account, next: Account): DirectoryWrite {
  const set = ['version', 'activeKeys', ...changeable] as const;
  return {
    key: accountItemKey(read.accountId),
    update: `SET ${set.map((name) => `#${name} = :${name}`).join(', ')}`,
    condition: '#version = :read',
    names: Object.fromEntries(set.map((name) => [`#${name}`, name])),
    values: { ':read': read.version, ...Object.fromEntries(set.map((name) => [`:${name}`, next[name]])) },
  };
}

function resultOf<T>(decision: PromiseSettledResult<Decision<T>>): T {
  if (decision.status === 'rejected') throw decision.reason;
  return decision.value.result;
}
