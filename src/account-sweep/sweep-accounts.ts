import { type DeletionDeps, finishDeletion } from '../accounts/finish-deletion.ts';
import { readPosition, storePosition } from '../directory/pass-position.ts';
import { type Metrics, metricNames } from '../embedded-metrics.ts';
import type { Log } from '../log.ts';
import type { ScanTable } from '../table/directory-table.ts';
import type { Item } from '../table/item-table.ts';
import { dayMs, type EpochMs } from '../time.ts';
import type { UserDirectory } from '../users/user-directory.ts';
import { deleteLeftovers } from './leftover-rows.ts';
import { checkMissing, maxMissing, needsUser, suspendWithoutUser } from './missing-users.ts';

export type SweepDeps = Omit<DeletionDeps, 'deadline'> & {
  readonly scan: ScanTable;
  readonly users: Pick<UserDirectory, 'delete' | 'find' | 'signOut' | 'unconfirmed'>;
  readonly startedAt: number;
  /** Nothing further is begun then; suspending accounts takes at most a minute longer. */
  readonly deadline: EpochMs;
  readonly pause: (ms: number) => Promise<void>;
  readonly log: Log;
  readonly emit: (metrics: Metrics) => void;
};

/** A request to the user pool every 40 ms: a fifth of Cognito's quota for reading users, which the API shares. */
const pauseMs = 40;

type Sweep = {
  finished: number;
  leftovers: number;
  unconfirmed: number;
  checked: number;
  suspended: number;
  failed: number;
  isComplete: boolean;
};

/**
 * Repairs what deletions and Cognito leave behind: finishes deletions, deletes leftover rows, deletes users who never
 * confirmed their address, and suspends accounts whose user is gone. Stops at the deadline; the next run continues.
 * Concurrent and killed runs do no harm.
 * @throws {MissingUsersError} if too many users are gone; everything else is done
 */
export async function sweepAccounts(deps: SweepDeps): Promise<void> {
  const { log, emit, clock } = deps;
  const sweep: Sweep = {
    finished: 0,
    leftovers: 0,
    unconfirmed: 0,
    checked: 0,
    suspended: 0,
    failed: 0,
    isComplete: false,
  };
  try {
    const isClear = await deleteUnconfirmed(deps, sweep);
    const isEnd = await sweepDirectory(deps, sweep);
    sweep.isComplete = isClear && isEnd && sweep.failed === 0;
  } finally {
    log.info('accounts_swept', sweep);
    emit(metricsOf(sweep.isComplete, clock()));
  }
}

/** False if some are left. They may take half of the time. */
async function deleteUnconfirmed(deps: SweepDeps, sweep: Sweep): Promise<boolean> {
  const { users, clock, pause, startedAt, deadline } = deps;
  for await (const { userId, createdAt } of users.unconfirmed()) {
    if (clock() >= (startedAt + deadline) / 2) return false;
    if (clock() - createdAt < dayMs) continue;
    await attempt(deps, sweep, { userId }, async () => {
      // Read again, because the user may have asked for another code and confirmed meanwhile.
      const [user] = await Promise.all([users.find(userId), pause(pauseMs)]);
      if (user?.status !== 'UNCONFIRMED') return;
      await users.delete(userId);
      sweep.unconfirmed += 1;
    });
  }
  return true;
}

/** True if it reached the end of the table. @throws {MissingUsersError} */
async function sweepDirectory(deps: SweepDeps, sweep: Sweep): Promise<boolean> {
  const { directory, scan, clock, deadline } = deps;
  const first = await readPosition(directory, 'SWEEP', clock());
  const missing: string[] = [];
  let start = first?.start;
  do {
    const { items, next } = await scan(start);
    await sweepPage(deps, sweep, items, missing);
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

async function sweepPage(deps: SweepDeps, sweep: Sweep, items: readonly Item[], missing: string[]): Promise<void> {
  for (const item of items.filter(({ sk }) => sk === 'ACCOUNT')) {
    const accountId = String(item.accountId);
    await attempt(deps, sweep, { accountId }, async () => {
      if (item.state === 'deleting') {
        await finishDeletion(deps, accountId);
        deps.log.info('account_deleted', { accountId });
        sweep.finished += 1;
      } else if (needsUser(item, deps.clock())) {
        sweep.checked += 1;
        const [user] = await Promise.all([deps.users.find(accountId), deps.pause(pauseMs)]);
        if (!user) missing.push(accountId);
      }
    });
  }
  await attempt(deps, sweep, {}, async () => {
    sweep.leftovers += await deleteLeftovers(deps, items);
  });
}

async function suspend(deps: SweepDeps, sweep: Sweep, accountId: string): Promise<void> {
  if (!(await suspendWithoutUser(deps, accountId))) return;
  deps.log.warn('account_without_user', { accountId });
  sweep.suspended += 1;
}

/** An account that fails must not stop the others. */
async function attempt({ log }: SweepDeps, sweep: Sweep, what: object, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    sweep.failed += 1;
    log.error('account_sweep_failed', { ...what, detail: String(error) });
  }
}

const metricsOf = (isComplete: boolean, at: number): Metrics => ({
  at,
  dimensions: {},
  dimensionSets: [[]],
  values: { [metricNames.accountSweepComplete]: { unit: 'Count', value: isComplete ? 1 : 0 } },
});
