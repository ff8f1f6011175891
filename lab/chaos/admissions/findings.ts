import type { Limits } from '../../../src/plans.ts';
import type { ItemTable } from '../../../src/table/item-table.ts';
import { usedOf } from '../sums.ts';
import type { Ledger } from './ledger.ts';

/** What a run has shown, in calls. */
export type Findings = {
  readonly asked: number;
  readonly admitted: number;
  readonly refused: number;
  /** Answered with 503: the limits could not be checked. */
  readonly unavailable: number;
  /** Admitted beyond the limit of a second, or of a day. */
  readonly overSecond: number;
  readonly overDay: number;
  /** In `used` beyond the admitted ones and those of writes whose outcome nobody learned. */
  readonly countedTwice: number;
  /** Admitted, and not in `used`. */
  readonly lost: number;
  /** In `used` because of writes whose outcome nobody learned: at the caller's expense. */
  readonly countedUnknown: number;
  /** Refused although there was room. */
  readonly needlesslyRefused: number;
};

/** Holds the items against the ledger. */
export async function findingsOf(ledger: Ledger, table: ItemTable, limits: Limits): Promise<Findings> {
  let [countedTwice, lost, countedUnknown] = [0, 0, 0];
  for (const name of new Set([...ledger.days.names(), ...ledger.unknown.names()])) {
    const used = await usedOf(table, name);
    const excess = used - (ledger.days.of(name) - ledger.givenBack.of(name));
    const unknown = Math.min(Math.max(0, excess), ledger.unknown.of(name));
    countedUnknown += unknown;
    countedTwice += Math.max(0, excess - unknown);
    lost += Math.max(0, -excess - ledger.unknownReturns.of(name));
  }
  return {
    asked: ledger.asked,
    admitted: ledger.days.total(),
    refused: ledger.refusedCalls,
    unavailable: ledger.unavailable,
    overSecond: ledger.seconds.above(limits.callsPerSecond),
    overDay: ledger.kept.above(limits.callsPerDay),
    countedTwice,
    lost,
    countedUnknown,
    needlesslyRefused: ledger.needlesslyRefused(limits),
  };
}
