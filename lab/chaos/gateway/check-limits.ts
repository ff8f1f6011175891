import type { Outcome } from '../../../src/records/outcome.ts';
import type { RequestRecord } from '../../../src/records/record-schema.ts';
import type { Table } from '../../../src/table/item-table.ts';
import { dayOf } from '../../../src/time.ts';
import { plans } from '../../../test/support/settings.ts';
import type { TestKey } from '../../../test/support/test-runtime.ts';
import { Sums, usedOf } from '../sums.ts';
import type { Journal } from './journal.ts';
import type { Truth } from './truth.ts';

/** In calls. */
export type LimitCheck = {
  readonly admitted: number;
  readonly overSecond: number;
  /** Counted in `used` beyond the rows, because an answer was lost or a process ended: {@link doubtfulCalls}. */
  readonly held: number;
  /** In `used` beyond that. */
  readonly countedTwice: number;
  /** In rows, and not in `used`. */
  readonly lost: number;
};

/** Outcomes that give a call back to the day's quota (docs/api.md, "Limits"). */
const givenBack: ReadonlySet<Outcome> = new Set(['upstream_error', 'internal_error']);

/** A process returns calls of such a second with a later admission, and none if it ends before (docs/limits.md). */
const busyCallsPerSecond = 100;

/**
 * Holds the rows against the plan's calls a second, and the day's counters against the rows.
 * @param doubtful {@link doubtfulCalls}
 */
export async function checkLimits(
  admissions: Table,
  keys: readonly (TestKey & { readonly planId: string })[],
  days: readonly string[],
  rows: readonly RequestRecord[],
  doubtful: Sums,
): Promise<LimitCheck> {
  const { seconds, kept, owed } = countedBy(rows);
  let [overSecond, held, countedTwice, lost] = [0, 0, 0, 0];
  for (const { keyId, planId } of keys) {
    overSecond += (seconds.get(keyId) ?? new Sums()).above(plans.find(planId)?.limits.callsPerSecond ?? 0);
    let excess = 0;
    for (const day of days) {
      excess += (await usedOf(admissions, `${keyId}#${day}`)) - kept.of(`${keyId} ${day}`);
    }
    const mayBeHeld = doubtful.of(keyId) + owed.of(keyId);
    held += Math.max(0, Math.min(excess, mayBeHeld));
    countedTwice += Math.max(0, excess - mayBeHeld);
    lost += Math.max(0, -excess);
  }
  return { admitted: kept.total(), overSecond, held, countedTwice, lost };
}

function countedBy(rows: readonly RequestRecord[]) {
  const seconds = new Map<string, Sums>();
  const kept = new Sums();
  for (const { keyId, admittedSecond, calls } of rows) {
    if (admittedSecond === undefined) continue;
    const sums = seconds.get(keyId) ?? new Sums();
    seconds.set(keyId, sums);
    for (const { outcome, count } of countedCalls(calls)) {
      sums.add(String(admittedSecond), count);
      kept.add(`${keyId} ${dayOf(admittedSecond * 1_000)}`, givenBack.has(outcome) ? 0 : count);
    }
  }
  const owed = new Sums();
  for (const { keyId, admittedSecond, calls } of rows) {
    if ((seconds.get(keyId)?.of(String(admittedSecond)) ?? 0) < busyCallsPerSecond) continue;
    for (const { outcome, count } of countedCalls(calls)) if (givenBack.has(outcome)) owed.add(keyId, count);
  }
  return { seconds, kept, owed };
}

/** A batch counts its valid calls; a request without a valid call, or with too many calls, counts one. */
function countedCalls(calls: RequestRecord['calls']): RequestRecord['calls'] {
  const valid = calls.filter(({ outcome }) => outcome !== 'invalid_request');
  return valid.length > 0 ? valid : [{ outcome: 'invalid_request', count: 1 }];
}

/**
 * Calls that may be counted beyond the rows, by key id: their request or their admission got no answer, or they could
 * not be given back.
 */
export function doubtfulCalls({ unanswered, answered }: Truth, { notReturned, countedUnawares }: Journal): Sums {
  const sums = new Sums();
  for (const { key, calls } of unanswered) sums.add(key.keyId, calls.length);
  for (const { asked, calls } of answered) {
    sums.add(asked.key.keyId, calls.filter(({ outcome }) => outcome === 'internal_error').length);
  }
  for (const calls of [notReturned, countedUnawares]) {
    for (const keyId of calls.names()) sums.add(keyId, calls.of(keyId));
  }
  return sums;
}
