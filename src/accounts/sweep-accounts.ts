import { readPosition, storePosition } from '../directory/pass-position.ts';
import { type Metrics, metricNames } from '../embedded-metrics.ts';
import type { Log } from '../log.ts';
import type { ScanTable } from '../table/directory-table.ts';
import type { Item } from '../table/item-table.ts';
import type { EpochMs } from '../time.ts';
import type { UserDirectory } from '../users/user-directory.ts';
import { type DeletionDeps, finishDeletion } from './finish-deletion.ts';
import { deleteLeftovers } from './leftover-rows.ts';
import { checkMissing, maxMissing, needsUser, suspendWithoutUser } from './missing-users.ts';
import { type PoolUsers, readPoolUsers } from './pool-users.ts';
import { deleteUnfinished, isOverdue } from './unfinished-sign-ups.ts';

export type SweepDeps = Omit<DeletionDeps, 'deadline'> & {
  readonly scan: ScanTable;
  readonly users: Pick<UserDirectory, 'delete' | 'find' | 'list' | 'signOut'>;
  readonly startedAt: number;
  /** Nothing further is begun then; suspending accounts takes at most a minute longer. */
  readonly deadline: EpochMs;
  readonly pause: (ms: number) => Promise<void>;
  readonly log: Log;
  readonly emit: (metrics: Metrics) => void;
};

/** At most 25 requests a second to the user pool: Cognito allows 30 lists a second (its quota `UserList`). */
const pauseMs = 40;

type Sweep = {
  finished: number;
  leftovers: number;
  unfinished: number;
  checked: number;
  suspended: number;
  failed: number;
  isComplete: boolean;
};

/**
 * Repairs what deletions and Cognito leave behind: finishes deletions, deletes leftover rows, suspends accounts whose user
 * is gone, and deletes users who never finished their sign-up. Stops at the deadline; the next run continues.
 * Concurrent and killed runs do no harm.
 * @throws {MissingUsersError} if too many users are gone; no user was deleted, and no account suspended
 */
export async function sweepAccounts(deps: SweepDeps): Promise<void> {
  const { log, emit, clock } = deps;
  const sweep: Sweep = {
    finished: 0,
    leftovers: 0,
    unfinished: 0,
    checked: 0,
    suspended: 0,
    failed: 0,
    isComplete: false,
  };
  try {
    const pool = (await attempt(deps, sweep, {}, () => readPool(deps))) ?? unread;
    const isEnd = await sweepDirectory(deps, sweep, pool);
    // Afterwards, because a wrong pool stops the sweep there.
    const isClear = await deleteAllUnfinished(deps, sweep, pool);
    sweep.isComplete = pool.isWhole && isEnd && isClear && sweep.failed === 0;
  } finally {
    log.info('accounts_swept', sweep);
    emit(metricsOf(sweep.isComplete, clock()));
  }
}

const unread: PoolUsers = { ids: new Set(), unfinished: [], isWhole: false };

/** Takes at most half of the time. */
const readPool = ({ users, pause, clock, startedAt, deadline }: SweepDeps): Promise<PoolUsers> =>
  readPoolUsers({ users, pause: () => pause(pauseMs), isTimeOver: () => clock() >= (startedAt + deadline) / 2 });

/** False if some are left. */
async function deleteAllUnfinished(
  deps: SweepDeps,
  sweep: Sweep,
  { unfinished, isWhole }: PoolUsers,
): Promise<boolean> {
  // Without the whole list, nobody knows whether it is the right pool.
  if (!isWhole) return false;
  for (const user of unfinished.filter((one) => isOverdue(one, deps.clock()))) {
    if (deps.clock() >= deps.deadline) return false;
    await attempt(deps, sweep, { userId: user.userId }, async () => {
      const [isDeleted] = await Promise.all([deleteUnfinished(deps, user.userId), deps.pause(pauseMs)]);
      if (isDeleted) sweep.unfinished += 1;
    });
  }
  return true;
}

/** True if it reached the end of the table. @throws {MissingUsersError} */
async function sweepDirectory(deps: SweepDeps, sweep: Sweep, pool: PoolUsers): Promise<boolean> {
  const { directory, scan, clock, deadline } = deps;
  const first = await readPosition(directory, 'SWEEP', clock());
  const missing: string[] = [];
  let start = first?.start;
  do {
    const { items, next } = await scan(start);
    missing.push(...(await sweepPage(deps, sweep, items, pool)));
    start = next;
  } while (start && clock() < deadline && missing.length < maxMissing);
  // Before the position is stored: the next run looks at the same accounts again.
  checkMissing({ missing: missing.length, checked: sweep.checked, isWhole: !first });
  for (const accountId of missing) {
    await attempt(deps, sweep, { accountId }, () => suspend(deps, sweep, accountId));
  }
  await storePosition(directory, 'SWEEP', start && { start }, clock());
  return !start;
}

/** Returns the accounts whose user is not in the list. */
async function sweepPage(deps: SweepDeps, sweep: Sweep, items: readonly Item[], pool: PoolUsers): Promise<string[]> {
  const missing: string[] = [];
  for (const item of items.filter(({ sk }) => sk === 'ACCOUNT')) {
    const accountId = String(item.accountId);
    await attempt(deps, sweep, { accountId }, async () => {
      if (item.state === 'deleting') {
        await finishDeletion(deps, accountId);
        deps.log.info('account_deleted', { accountId });
        sweep.finished += 1;
      } else if (pool.isWhole && needsUser(item, deps.clock())) {
        sweep.checked += 1;
        if (!pool.ids.has(accountId)) missing.push(accountId);
      }
    });
  }
  await attempt(deps, sweep, {}, async () => {
    sweep.leftovers += await deleteLeftovers(deps, items);
  });
  return missing;
}

async function suspend(deps: SweepDeps, sweep: Sweep, accountId: string): Promise<void> {
  if (!(await suspendWithoutUser(deps, accountId))) return;
  deps.log.warn('account_without_user', { accountId });
  sweep.suspended += 1;
}

/** What fails must not stop the rest: undefined then. */
async function attempt<T>(
  { log }: SweepDeps,
  sweep: Sweep,
  what: object,
  work: () => Promise<T>,
): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    sweep.failed += 1;
    log.error('account_sweep_failed', { ...what, detail: String(error) });
    return undefined;
  }
}

const metricsOf = (isComplete: boolean, at: number): Metrics => ({
  at,
  dimensions: {},
  dimensionSets: [[]],
  values: { [metricNames.accountSweepComplete]: { unit: 'Count', value: isComplete ? 1 : 0 } },
});
