import type { Clock } from '../clock.ts';
import { LimitsUnavailableError } from '../errors.ts';
import type { ItemTable } from '../table/table.ts';
import { admissionsKey } from './admissions-item.ts';
import type { Admitted } from './admitted.ts';
import { Counters } from './counters.ts';
import { decide } from './counts.ts';
import type { Limits } from './limits.ts';
import { Recent } from './recent.ts';
import { type Refused, refuse } from './refusal.ts';
import { type Standing, standingOf } from './standing.ts';
import { dayOf, endOfDay, endOfSecond, secondOfDay } from './windows.ts';

/**
 * A failed condition says why, and the next try heeds it: our own second, then one ahead. More are needed only where
 * others give back and take in between; counters that never agree with their condition must not hold a request up.
 */
const maxTries = 10;

/** Counts calls against a key's limits in DynamoDB, for every process at once. */
export class Admissions {
  readonly #clock: Clock;
  readonly #counters: Counters;
  readonly #doubtedUntil = new Recent<number>();

  /** @param random from 0 to below 1, each value as likely */
  constructor(table: ItemTable, clock: Clock, random: () => number = Math.random) {
    this.#clock = clock;
    this.#counters = new Counters(table, random);
  }

  /**
   * Counts `n` calls of a key, all or none, and once, whatever becomes of answers on their way. One that is admitted costs
   * one write; one that is refused costs one the first time, and none after that until its window ends.
   * @throws {LimitsUnavailableError} when DynamoDB does not answer
   */
  async admit(keyId: string, limits: Limits, n: number): Promise<Admitted | Refused> {
    const at = this.#clock();
    try {
      const verdict = await this.#admit(keyId, limits, n, at);
      if ('refused' in verdict) {
        this.#doubt(keyId, verdict.refused.reason === 'quota_exceeded' ? endOfDay(at) : endOfSecond(at));
      }
      return verdict;
    } catch (cause) {
      this.#doubt(keyId, endOfSecond(at));
      throw new LimitsUnavailableError('The limits cannot be checked now. Try again shortly.', { cause });
    }
  }

  /**
   * Whether nothing that this process has seen of a key speaks against `n` more calls: there is room as far as it knows,
   * and no refusal in a window that still lasts. Of what is forwarded on that alone, one request at a time, at most one
   * per window is refused.
   */
  expects(keyId: string, limits: Limits, n: number): boolean {
    const at = this.#clock();
    return at >= (this.#doubtedUntil.get(keyId) ?? 0) && 'second' in this.#decide(keyId, limits, n, at);
  }

  /** Gives calls back to the day they were counted on: where the key stands after that. Errors are the table's. */
  async giveBack(keyId: string, { day, second, standing }: Admitted, n: number): Promise<Standing> {
    const { at, limits } = standing;
    const { pk } = admissionsKey(keyId, day);
    await this.#counters.giveBack(pk, n, at, this.#clock());
    return standingOf(this.#counters.known(pk, at).counts, limits, at, second);
  }

  /** Where a key stands, counting nothing. Errors are the table's. */
  async standing(keyId: string, limits: Limits): Promise<Standing> {
    const at = this.#clock();
    const { counts } = await this.#counters.read(admissionsKey(keyId, dayOf(at)).pk);
    return standingOf(counts, limits, at, secondOfDay(at));
  }

  async #admit(keyId: string, limits: Limits, n: number, at: number): Promise<Admitted | Refused> {
    const day = dayOf(at);
    const { pk } = admissionsKey(keyId, day);
    const counts = () => this.#counters.known(pk, at).counts;
    for (let tries = 0; tries < maxTries; tries += 1) {
      const decision = this.#decide(keyId, limits, n, at);
      if ('refusedBy' in decision) return refuse(decision.refusedBy, counts(), limits, at);
      const { second } = decision;
      if (await this.#counters.count({ pk, limits, second, n }, at)) {
        return { n, day, second, standing: standingOf(counts(), limits, at, second) };
      }
    }
    throw new Error(`the counters of ${keyId} contradict the condition`);
  }

  #decide(keyId: string, limits: Limits, n: number, at: number) {
    const { counts } = this.#counters.known(admissionsKey(keyId, dayOf(at)).pk, at);
    return decide(counts, n, limits, secondOfDay(at));
  }

  #doubt(keyId: string, until: number): void {
    this.#doubtedUntil.set(keyId, Math.max(until, this.#doubtedUntil.get(keyId) ?? 0));
  }
}
