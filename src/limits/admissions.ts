import { BoundedMap } from '../bounded-map.ts';
import { LimitsUnavailableError } from '../gateway-errors.ts';
import type { ItemTable } from '../table/item-table.ts';
import { type Clock, dayOf, endOfDay, endOfSecond, secondOfDay } from '../time.ts';
import { AdmissionCounters } from './admission-counters.ts';
import { decideAdmission } from './counter-state.ts';
import { admissionsKey } from './counter-writes.ts';
import {
  type AdmittedCalls,
  type LimitStatus,
  type Limits,
  type LimitWindow,
  limitStatusOf,
  type RefusedCalls,
  refuseCalls,
} from './limit-status.ts';

/**
 * A failed condition says why, and the next try heeds it: our own second, then one ahead. More are needed only where
 * others give back and take in between; counters that never agree with their condition must not hold a request up.
 */
const maxTries = 10;

/** A refusal that a window's end will lift, and the limit it was for: a larger limit was not refused. */
type RecentRefusal = { readonly from: number; readonly until: number; readonly limit: number };

/** Counts calls against a key's limits in DynamoDB, for every process at once. */
export class Admissions {
  readonly #clock: Clock;
  readonly #counters: AdmissionCounters;
  readonly #refusals = { second: new BoundedMap<RecentRefusal>(), day: new BoundedMap<RecentRefusal>() };

  /** @param random from 0 to below 1, each value as likely */
  constructor(table: ItemTable, clock: Clock, random: () => number = Math.random) {
    this.#clock = clock;
    this.#counters = new AdmissionCounters(table, random);
  }

  /**
   * Counts `n` calls of a key, all or none, and once, even when answers are lost. An admission costs one write; a refusal
   * costs one the first time, and none after that until its window ends.
   * @throws {LimitsUnavailableError} when DynamoDB does not answer
   */
  async admit(keyId: string, limits: Limits, n: number): Promise<AdmittedCalls | RefusedCalls> {
    try {
      for (let tries = 0; tries < maxTries; tries += 1) {
        const result = await this.#try(keyId, limits, n);
        if (result) return result;
      }
      throw new Error(`the counters of ${keyId} contradict the condition`);
    } catch (cause) {
      this.#remember(keyId, 'second', this.#clock(), Number.POSITIVE_INFINITY);
      throw new LimitsUnavailableError('The limits cannot be checked now. Try again shortly.', { cause });
    }
  }

  /**
   * Checks that this process knows of no reason to refuse `n` more calls: there is room as far as it knows, and nothing
   * was refused in a window that has not ended. Of requests that are forwarded early for this, one at a time, at most one
   * in each window is then refused.
   */
  expects(keyId: string, limits: Limits, n: number): boolean {
    const at = this.#clock();
    const isRefused = (window: LimitWindow, limit: number) => {
      const refusal = this.#refusals[window].get(keyId);
      return refusal !== undefined && refusal.from <= at && at < refusal.until && limit <= refusal.limit;
    };
    if (isRefused('second', limits.callsPerSecond) || isRefused('day', limits.callsPerDay)) return false;
    const state = this.#counters.known(admissionsKey(keyId, dayOf(at)).pk, at);
    return 'second' in decideAdmission(state, n, limits, secondOfDay(at));
  }

  /** Gives calls back to the day they were counted on: what is left after that. Errors are the table's. */
  async giveBack(keyId: string, { day, second, limitStatus }: AdmittedCalls, n: number): Promise<LimitStatus> {
    const state = await this.#counters.giveBack(admissionsKey(keyId, day).pk, n, this.#clock());
    return limitStatusOf(state, limitStatus.limits, limitStatus.at, second);
  }

  /** What a key has left, counting nothing. Errors are the table's. */
  async limitStatus(keyId: string, limits: Limits): Promise<LimitStatus> {
    const at = this.#clock();
    const state = await this.#counters.read(admissionsKey(keyId, dayOf(at)).pk);
    return limitStatusOf(state, limits, at, secondOfDay(at));
  }

  /** One write, unless it is known that there is no room; undefined where the item says that we knew too little. */
  async #try(keyId: string, limits: Limits, n: number): Promise<AdmittedCalls | RefusedCalls | undefined> {
    // Asked for each try: an answer of DynamoDB may have corrected it.
    const at = this.#clock();
    const day = dayOf(at);
    const { pk } = admissionsKey(keyId, day);
    const known = this.#counters.known(pk, at);
    const decision = decideAdmission(known, n, limits, secondOfDay(at));
    if ('refusedBy' in decision) {
      const { refusedBy } = decision;
      this.#remember(keyId, refusedBy, at, refusedBy === 'day' ? limits.callsPerDay : limits.callsPerSecond);
      return refuseCalls(refusedBy, known, limits, at);
    }
    const { second } = decision;
    const state = await this.#counters.count({ pk, second, n, limits }, at);
    return state && { n, day, second, limitStatus: limitStatusOf(state, limits, at, second) };
  }

  #remember(keyId: string, window: LimitWindow, from: number, limit: number): void {
    this.#refusals[window].set(keyId, { from, until: window === 'day' ? endOfDay(from) : endOfSecond(from), limit });
  }
}
