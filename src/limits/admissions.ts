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

/** A failed condition returns the current counters, so the second try usually succeeds unless other processes change them. */
const maxTries = 10;

/** A refusal is only remembered for its own limit: after a change to a larger plan, the calls may fit. */
type RecentRefusal = { readonly from: number; readonly until: number; readonly limit: number };

/** Counts calls against a key's limits in DynamoDB, for all processes together. */
export class Admissions {
  readonly #clock: Clock;
  readonly #counters: AdmissionCounters;
  readonly #refusals = { second: new BoundedMap<RecentRefusal>(), day: new BoundedMap<RecentRefusal>() };

  constructor(table: ItemTable, clock: Clock, random: () => number = Math.random) {
    this.#clock = clock;
    this.#counters = new AdmissionCounters(table, random);
  }

  /**
   * Counts `n` calls, all or none, exactly once even when answers are lost. An admission costs one write. A refusal
   * costs a process at most one write per second, or one in 15 s (the life of cached counters) if the day is full.
   * @throws {LimitsUnavailableError}
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
   * Predicts an admission without a request: the cached counters have room, and this process has refused nothing in an
   * open window. So if calls are forwarded early, one request at a time, at most one per window is refused afterwards.
   */
  predictsAdmission(keyId: string, limits: Limits, n: number): boolean {
    const at = this.#clock();
    const isRefused = (window: LimitWindow, limit: number) => {
      const refusal = this.#refusals[window].get(keyId);
      return refusal !== undefined && refusal.from <= at && at < refusal.until && limit <= refusal.limit;
    };
    if (isRefused('second', limits.callsPerSecond) || isRefused('day', limits.callsPerDay)) return false;
    const state = this.#counters.cached(admissionsKey(keyId, dayOf(at)).pk, at);
    return 'second' in decideAdmission(state, n, limits, secondOfDay(at));
  }

  /** Returns calls to the quota of the day they were counted on. */
  async giveBack(keyId: string, { day, second, limitStatus }: AdmittedCalls, n: number): Promise<LimitStatus> {
    const state = await this.#counters.giveBack(admissionsKey(keyId, day).pk, n, this.#clock());
    return limitStatusOf(state, limitStatus.limits, limitStatus.at, second);
  }

  async limitStatus(keyId: string, limits: Limits): Promise<LimitStatus> {
    const at = this.#clock();
    const state = await this.#counters.read(admissionsKey(keyId, dayOf(at)).pk);
    return limitStatusOf(state, limits, at, secondOfDay(at));
  }

  /** Returns undefined if the condition failed because the cached counters were out of date. */
  async #try(keyId: string, limits: Limits, n: number): Promise<AdmittedCalls | RefusedCalls | undefined> {
    // DynamoDB's answer to the last try may have corrected the clock.
    const at = this.#clock();
    const day = dayOf(at);
    const { pk } = admissionsKey(keyId, day);
    const cached = this.#counters.cached(pk, at);
    const decision = decideAdmission(cached, n, limits, secondOfDay(at));
    if ('refusedBy' in decision) {
      const { refusedBy } = decision;
      this.#remember(keyId, refusedBy, at, refusedBy === 'day' ? limits.callsPerDay : limits.callsPerSecond);
      return refuseCalls(refusedBy, cached, limits, at);
    }
    const { second } = decision;
    const state = await this.#counters.count({ pk, second, n, limits }, at);
    return state && { n, day, second, limitStatus: limitStatusOf(state, limits, at, second) };
  }

  #remember(keyId: string, window: LimitWindow, from: number, limit: number): void {
    this.#refusals[window].set(keyId, { from, until: window === 'day' ? endOfDay(from) : endOfSecond(from), limit });
  }
}
