import type { Limits } from '../../../src/limits/limit-status.ts';
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
  /** Calls in `used` beyond the admitted ones: counted more than once, or without a request. */
  readonly countedTwice: number;
  /** Admitted, and not in `used`. */
  readonly lost: number;
  /** Calls in `used` for requests of killed processes, whose answers were lost. */
  readonly held: number;
  /** In `used` for requests that were answered 503, where their process has not put it right. */
  readonly unsettled: number;
  /** Refused although there was room. */
  readonly needlesslyRefused: number;
};

/** Holds the items against the ledger, when every process has settled. */
export async function findingsOf(ledger: Ledger, table: ItemTable, limits: Limits): Promise<Findings> {
  let [countedTwice, lost, held, unsettled] = [0, 0, 0, 0];
  for (const name of new Set([...ledger.days.names(), ...ledger.doubtful.names()])) {
    const used = await usedOf(table, name);
    const most = ledger.days.of(name) - ledger.givenBack.of(name);
    const excess = used - most;
    const heldHere = Math.min(Math.max(0, excess), ledger.held.of(name));
    const unsettledHere = Math.min(Math.max(0, excess - heldHere), ledger.doubtful.of(name) - ledger.held.of(name));
    held += heldHere;
    unsettled += unsettledHere;
    countedTwice += Math.max(0, excess - heldHere - unsettledHere);
    lost += Math.max(0, -excess - ledger.doubtfulReturns.of(name));
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
    held,
    unsettled,
    needlesslyRefused: ledger.needlesslyRefused(limits),
  };
}
