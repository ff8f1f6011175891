import type { Clock } from '../clock.ts';
import { LimitsUnavailableError } from '../errors.ts';
import type { ItemTable } from '../table/table.ts';
import { admissionsKey } from './admissions-item.ts';
import type { Admitted } from './admitted.ts';
import { Counters } from './counters.ts';
import { sumOf } from './counts.ts';
import { KeyDay } from './key-day.ts';
import type { Limits } from './limits.ts';
import { Recent } from './recent.ts';
import { type Refused, refuse } from './refusal.ts';
import { shardsOf } from './shards.ts';
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
  readonly #random: () => number;
  readonly #counters: Counters;
  /** Calls of a key's day in items that its plan of now does not count in, by its first item. */
  readonly #elsewhere = new Recent<number>();
  readonly #doubtedUntil = new Recent<number>();

  /** @param random from 0 to below 1, each value as likely */
  constructor(table: ItemTable, clock: Clock, random: () => number = Math.random) {
    this.#clock = clock;
    this.#random = random;
    this.#counters = new Counters(table, random);
  }

  /**
   * Counts `n` calls of a key, all or none, and once, whatever becomes of answers on their way. One that is admitted costs
   * one write; one that is refused costs one for each of the key's items the first time, and none after that until its
   * window ends.
   * @throws {LimitsUnavailableError} when DynamoDB does not answer
   */
  async admit(keyId: string, limits: Limits, n: number): Promise<Admitted | Refused> {
    const at = this.#clock();
    try {
      const verdict = await this.#admit(this.#keyDay(keyId, limits, at), n);
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
    return at >= (this.#doubtedUntil.get(keyId) ?? 0) && 'second' in this.#keyDay(keyId, limits, at).decide(n);
  }

  /** Gives calls back to the day they were counted on: where the key stands after that. Errors are the table's. */
  async giveBack(keyId: string, { day, second, shard, standing }: Admitted, n: number): Promise<Standing> {
    const { at, limits } = standing;
    await this.#counters.giveBack(admissionsKey(keyId, day, shard).pk, n, at, this.#clock());
    return this.#keyDay(keyId, limits, at).standing(shard, second);
  }

  /** Where a key stands, counting nothing. Errors are the table's. */
  async standing(keyId: string, limits: Limits): Promise<Standing> {
    const at = this.#clock();
    const first = await this.#counters.read(admissionsKey(keyId, dayOf(at)).pk);
    const others = await this.#readOthers(keyId, dayOf(at), 1, Math.max(first.shards, shardsOf(limits)));
    return standingOf(sumOf([first.counts, ...others]), limits, at, secondOfDay(at));
  }

  async #admit(keyDay: KeyDay, n: number): Promise<Admitted | Refused> {
    const { keyId, day, limits, at, shards } = keyDay;
    for (let tries = 0; tries < maxTries * shards; tries += 1) {
      const decision = keyDay.decide(n);
      if ('refusedBy' in decision) return refuse(decision.refusedBy, keyDay.counts(), limits, at);
      const { shard, second } = decision;
      if (await this.#counters.count({ ...keyDay.counting(shard), second, n }, at)) {
        return { n, day, second, shard, standing: keyDay.standing(shard, second) };
      }
      await this.#lookElsewhere(keyDay);
    }
    throw new Error(`the counters of ${keyId} contradict the condition`);
  }

  #keyDay(keyId: string, limits: Limits, at: number): KeyDay {
    return new KeyDay({
      keyId,
      limits,
      at,
      random: this.#random,
      counters: this.#counters,
      elsewhere: this.#elsewhere,
    });
  }

  /** Reads what lies in items that a faster plan used earlier on that day, once. */
  async #lookElsewhere({ keyId, day, pk, at, shards }: KeyDay): Promise<void> {
    const before = this.#counters.known(pk, at).shards;
    if (before <= shards || this.#elsewhere.get(pk) !== undefined) return;
    this.#elsewhere.set(pk, sumOf(await this.#readOthers(keyId, day, shards, before)).used);
  }

  async #readOthers(keyId: string, day: string, from: number, to: number) {
    const shards = Array.from({ length: to - from }, (_, index) => from + index);
    const seen = await Promise.all(shards.map((shard) => this.#counters.read(admissionsKey(keyId, day, shard).pk)));
    return seen.map(({ counts }) => counts);
  }

  #doubt(keyId: string, until: number): void {
    this.#doubtedUntil.set(keyId, Math.max(until, this.#doubtedUntil.get(keyId) ?? 0));
  }
}
