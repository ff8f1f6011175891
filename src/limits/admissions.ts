import type { Clock } from '../clock.ts';
import { LimitsUnavailableError } from '../errors.ts';
import { ConditionFailedError } from '../table/condition-failed-error.ts';
import type { ItemTable } from '../table/table.ts';
import { admissionsKey, admissionUpdate, giveBackUpdate, readCounts } from './admissions-item.ts';
import { type Counts, decide } from './counts.ts';
import type { Limits } from './limits.ts';
import { Memory } from './memory.ts';
import { Recent } from './recent.ts';
import { type Refused, refuse } from './refusal.ts';
import { staleSeconds } from './stale-seconds.ts';
import { type Standing, standingOf } from './standing.ts';
import { dayOf, endOfDay, endOfSecond, secondOfDay } from './windows.ts';

/** Calls that were counted: how many, on which UTC day, in which second of it, and what is left. */
export type Admitted = {
  readonly n: number;
  readonly day: string;
  readonly second: number;
  readonly standing: Standing;
};

/** An item outlives its day by this long, so that a day's end can still be looked at. */
const keepMs = 2 * 86_400_000;

/**
 * A failed condition says why, and the next try heeds it: our own second, then one ahead. More are needed only where
 * others give back and take in between; counters that never agree with their condition must not hold a request up.
 */
const maxTries = 10;

/** Counts calls against a key's limits in DynamoDB, for every process at once. */
export class Admissions {
  readonly #table: ItemTable;
  readonly #clock: Clock;
  readonly #memory = new Memory();
  readonly #doubtedUntil = new Recent<number>();

  constructor(table: ItemTable, clock: Clock) {
    this.#table = table;
    this.#clock = clock;
  }

  /**
   * Counts `n` calls of a key, all or none. One that is admitted costs one write; one that is refused costs one the
   * first time, and none after that until its window ends.
   * @throws {LimitsUnavailableError} when DynamoDB does not answer
   */
  async admit(keyId: string, limits: Limits, n: number): Promise<Admitted | Refused> {
    const at = this.#clock();
    let counts = this.#memory.get(keyId, at);
    for (let tries = 0; tries < maxTries; tries += 1) {
      const decision = decide(counts, n, limits, secondOfDay(at));
      if ('refusedBy' in decision) {
        this.#doubt(keyId, decision.refusedBy === 'day' ? endOfDay(at) : endOfSecond(at));
        return refuse(decision.refusedBy, counts, limits, at);
      }
      const written = await this.#count(keyId, limits, n, at, decision.second);
      counts = written.counts;
      this.#memory.learn(keyId, at, counts);
      if (!written.done) continue;
      const standing = standingOf(counts, limits, at, decision.second);
      return { n, day: dayOf(at), second: decision.second, standing };
    }
    throw this.#unavailable(keyId, at, new Error(`the counters of ${keyId} contradict the condition`));
  }

  /**
   * Whether nothing that this process has seen of a key speaks against `n` more calls: there is room as far as it knows,
   * and no refusal in a window that still lasts. Of what is forwarded on that alone, one request at a time, at most one
   * per window is refused.
   */
  expects(keyId: string, limits: Limits, n: number): boolean {
    const at = this.#clock();
    if (at < (this.#doubtedUntil.get(keyId) ?? 0)) return false;
    return 'second' in decide(this.#memory.get(keyId, at), n, limits, secondOfDay(at));
  }

  /** Gives calls back to the day they were counted on: where the key stands after that. Errors are the table's. */
  async giveBack(keyId: string, admitted: Admitted, n: number): Promise<Standing> {
    const counts = readCounts(await this.#table.update(giveBackUpdate(keyId, admitted.day, n)));
    const { at, limits } = admitted.standing;
    this.#memory.learn(keyId, at, counts);
    return standingOf(counts, limits, at, admitted.second);
  }

  /** Where a key stands, counting nothing. Errors are the table's. */
  async standing(keyId: string, limits: Limits): Promise<Standing> {
    const at = this.#clock();
    const counts = readCounts(await this.#table.get(admissionsKey(keyId, dayOf(at))));
    return standingOf(counts, limits, at, secondOfDay(at));
  }

  async #count(
    keyId: string,
    limits: Limits,
    n: number,
    at: number,
    second: number,
  ): Promise<{ done: boolean; counts: Counts }> {
    const stale = staleSeconds(this.#memory.get(keyId, at), secondOfDay(at));
    const expiresAt = Math.floor((endOfDay(at) + keepMs) / 1_000);
    const update = admissionUpdate({ keyId, day: dayOf(at), second, n, limits, stale, expiresAt });
    try {
      return { done: true, counts: readCounts(await this.#table.update(update)) };
    } catch (error) {
      if (error instanceof ConditionFailedError) return { done: false, counts: readCounts(error.item) };
      throw this.#unavailable(keyId, at, error);
    }
  }

  #unavailable(keyId: string, at: number, cause: unknown): LimitsUnavailableError {
    this.#doubt(keyId, endOfSecond(at));
    return new LimitsUnavailableError('The limits cannot be checked now. Try again shortly.', { cause });
  }

  #doubt(keyId: string, until: number): void {
    this.#doubtedUntil.set(keyId, Math.max(until, this.#doubtedUntil.get(keyId) ?? 0));
  }
}
