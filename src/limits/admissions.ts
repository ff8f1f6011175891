import type { Log } from '../log.ts';
import type { Limits } from '../plans.ts';
import { BoundedMap } from '../runtime/bounded-map.ts';
import { LimitsUnavailableError } from '../runtime/gateway-errors.ts';
import type { ItemTable } from '../table/item-table.ts';
import { type Clock, dayOf, type EpochMs, epochSecond, secondOfDay } from '../time.ts';
import { AdmissionCounters } from './admission-counters.ts';
import { decideAdmission } from './counter-state.ts';
import { admissionsKey } from './counter-writes.ts';
import { type AdmittedCalls, type LimitStatus, limitStatusOf, type RefusedCalls, refuseCalls } from './limit-status.ts';
import { failureOfWrite, type WriteFailure } from './write-failure.ts';

export type AdmissionsDeps = {
  /** The table Admissions. It tries each write once (`counterCallLimits`). */
  readonly table: Pick<ItemTable, 'get' | 'update'>;
  /** Corrected by DynamoDB's answers. */
  readonly clock: Clock;
  /** The `Date` of DynamoDB's last answer; undefined before the first. */
  readonly lastDate: () => EpochMs | undefined;
  readonly pause: (ms: number) => Promise<void>;
  readonly random: () => number;
  readonly log: Log;
};

/** The limits of the day of that time. */
type LimitsAt = (at: EpochMs) => Limits;

/** Own second full, next second full, and a repetition. More writes are needed only if seconds end in between. */
const maxWrites = 5;

/** A success that arrives later may be that of a second whose counter was removed since (old-seconds.ts). */
const maxAnswerMs = 10_000;

/** In ms. Short, because a client waits; random, so that processes do not repeat their writes together. */
const pauseBeforeRepeat = (random: number): number => 10 + 20 * random;

/** Calls of a key that its item has counted in a second: an item takes 1,000 writes, and a plan 800 calls. */
const busyCallsPerSecond = 100;

/** Refuses a key without a write, in the second (since the epoch) in which a write has failed. */
type Hold = { readonly second: number; readonly throttled: boolean };

/** Counts calls against a key's limits in DynamoDB, for all processes together. */
export class Admissions {
  readonly #deps: AdmissionsDeps;
  readonly #counters: AdmissionCounters;
  readonly #holds = new BoundedMap<Hold>();
  /** Keys whose last admission did not succeed here. */
  readonly #notAdmitted = new BoundedMap<true>();

  constructor(deps: AdmissionsDeps) {
    this.#deps = deps;
    const { table, lastDate, log } = deps;
    const notReturned = (pk: string, calls: number, cause: unknown) =>
      log.warn('give_back_failed', { pk, calls, detail: String(cause) });
    this.#counters = new AdmissionCounters({ table, lastDate, notReturned });
  }

  /**
   * Counts `n` calls, all or none. An admission costs one write. A key over its limit costs a process at most two writes
   * a second, or one in 15 s if the day is full.
   *
   * A throttled write, or one whose answer was lost, is repeated once. A lost answer can count the calls twice, never
   * above a limit.
   * @throws {LimitsUnavailableError}
   */
  async admit(keyId: string, limitsAt: LimitsAt, n: number): Promise<AdmittedCalls | RefusedCalls> {
    this.#refuseIfHeld(keyId);
    let failed: WriteFailure | undefined;
    for (let writes = 0; writes < maxWrites; writes += 1) {
      try {
        const result = await this.#try(keyId, limitsAt, n);
        if (result) return result;
      } catch (cause) {
        const failure = failureOfWrite(cause);
        if (failed || failure === 'rejected') throw this.#hold(keyId, [failed, failure], cause);
        failed = failure;
        if (failure === 'throttled') await this.#deps.pause(pauseBeforeRepeat(this.#deps.random()));
      }
    }
    throw this.#hold(keyId, ['rejected'], new Error(`the counters of ${keyId} contradict the condition`));
  }

  /**
   * Predicts an admission without a request: the last one of this process succeeded, and no second of the counters that it
   * then saw (half a minute at least) was too full for so many calls. The present second says little: in a fleet, others
   * fill it.
   */
  predictsAdmission(keyId: string, limitsAt: LimitsAt, n: number): boolean {
    if (this.#notAdmitted.get(keyId)) return false;
    const at = this.#deps.clock();
    const { callsPerSecond, callsPerDay } = limitsAt(at);
    const { used, seconds } = this.#counters.known(admissionsKey(keyId, dayOf(at)).pk);
    return used + n <= callsPerDay && Math.max(0, ...seconds.values()) + n <= callsPerSecond;
  }

  /**
   * Returns calls to the quota of the day they were counted on: at once, or with the next admission if the key's item is
   * busy, so that a failing node does not double the writes of a fast key. Never rejects.
   */
  async giveBack(keyId: string, { day, second, limitStatus }: AdmittedCalls, n: number): Promise<LimitStatus> {
    const { limits, secondRemaining, dayRemaining, at } = limitStatus;
    const { pk } = admissionsKey(keyId, day);
    const now = this.#deps.clock();
    if (limits.callsPerSecond - secondRemaining < busyCallsPerSecond) {
      const state = await this.#counters.giveBack(pk, n, now);
      return state ? limitStatusOf(state, limits, at, second) : limitStatus;
    }
    this.#counters.owe(pk, n, now);
    return { ...limitStatus, dayRemaining: Math.min(limits.callsPerDay, dayRemaining + n) };
  }

  /** Returns the calls of keys that this process no longer admits. Never rejects. */
  returnOwedCalls(): Promise<void> {
    return this.#counters.returnDue(this.#deps.clock());
  }

  async limitStatus(keyId: string, limits: Limits): Promise<LimitStatus> {
    const at = this.#deps.clock();
    const state = await this.#counters.read(admissionsKey(keyId, dayOf(at)).pk);
    return limitStatusOf(state, limits, at, secondOfDay(at));
  }

  /** Returns undefined if the condition failed because the believed counters were out of date. */
  async #try(keyId: string, limitsAt: LimitsAt, n: number): Promise<AdmittedCalls | RefusedCalls | undefined> {
    // Read for each try: the last answer may have corrected the clock, and the second or the day may have ended.
    const at = this.#deps.clock();
    const limits = limitsAt(at);
    const day = dayOf(at);
    const { pk } = admissionsKey(keyId, day);
    const believed = this.#counters.believed(pk, at);
    const decision = decideAdmission(believed, n, limits, secondOfDay(at));
    if ('refusedBy' in decision) {
      this.#notAdmitted.set(keyId, true);
      return refuseCalls(decision.refusedBy, believed, limits, at);
    }
    const { second } = decision;
    const state = await this.#counters.count({ pk, second, n, limits }, at);
    if (!state) return undefined;
    if (Math.abs(this.#deps.clock() - at) > maxAnswerMs) throw new Error('the answer came too late');
    this.#notAdmitted.delete(keyId);
    return { n, day, second, limitStatus: limitStatusOf(state, limits, at, second) };
  }

  #refuseIfHeld(keyId: string): void {
    const hold = this.#holds.get(keyId);
    if (hold?.second === epochSecond(this.#deps.clock())) throw new LimitsUnavailableError(hold.throttled);
  }

  /** A key that could not be counted waits for DynamoDB once a second in each process, not once a request. */
  #hold(keyId: string, failures: readonly (WriteFailure | undefined)[], cause: unknown): LimitsUnavailableError {
    // One key's own traffic causes throttling only. Everything else is the operator's business, and is logged.
    const throttled = failures.at(-1) === 'throttled' && !failures.includes('unknown');
    this.#notAdmitted.set(keyId, true);
    if (failures.at(-1) !== 'rejected') this.#holds.set(keyId, { second: epochSecond(this.#deps.clock()), throttled });
    return new LimitsUnavailableError(throttled, throttled ? {} : { cause });
  }
}
