import { admissionsKey } from './admissions-item.ts';
import type { Counters, Counting } from './counters.ts';
import { type Counts, decide, sumOf } from './counts.ts';
import type { Limits } from './limits.ts';
import type { Recent } from './recent.ts';
import { shardsOf, shareOf } from './shards.ts';
import { type Standing, standingOf } from './standing.ts';
import { dayOf, secondOfDay } from './windows.ts';

type KeyDayParts = {
  readonly keyId: string;
  readonly limits: Limits;
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly random: () => number;
  readonly counters: Counters;
  /** Calls of the day in items that these limits do not count in, by the first item. */
  readonly elsewhere: Recent<number>;
};

/** Where `n` more calls may be counted, or which limit stands in their way. */
export type Place = { readonly shard: number; readonly second: number } | { readonly refusedBy: 'second' | 'day' };

/** What a process knows, at a moment, of the items that count a key's calls of that day. */
export class KeyDay {
  readonly keyId: string;
  readonly limits: Limits;
  readonly at: number;
  readonly day: string;
  readonly shards: number;
  /** Of its first item. */
  readonly pk: string;
  readonly #parts: KeyDayParts;
  readonly #first: number;

  constructor(parts: KeyDayParts) {
    const { keyId, limits, at, random, counters } = parts;
    this.#parts = parts;
    this.keyId = keyId;
    this.limits = limits;
    this.at = at;
    this.day = dayOf(at);
    this.shards = shardsOf(limits);
    this.pk = admissionsKey(keyId, this.day).pk;
    // The first item says over how many the key is spread, so each process sees to it that it does.
    const announced = this.shards > 1 && counters.known(this.pk, at).shards >= this.shards;
    this.#first = announced ? Math.floor(random() * this.shards) : 0;
  }

  /** Looks for room in one item after the other, as far as it is known. */
  decide(n: number): Place {
    let refusedBy: 'second' | 'day' = 'day';
    for (let step = 0; step < this.shards; step += 1) {
      const shard = (this.#first + step) % this.shards;
      const decision = decide(this.#known(shard), n, this.#share(shard), secondOfDay(this.at));
      if ('second' in decision) return { shard, second: decision.second };
      if (decision.refusedBy === 'second') refusedBy = 'second';
    }
    return { refusedBy };
  }

  counting(shard: number): Omit<Counting, 'second' | 'n'> {
    const { counters, elsewhere } = this.#parts;
    const spread = elsewhere.get(this.pk) === undefined ? 0 : counters.known(this.pk, this.at).shards;
    const { pk } = admissionsKey(this.keyId, this.day, shard);
    return { pk, limits: this.#share(shard), shards: Math.max(this.shards, spread) };
  }

  /** Where the key stands in a second: with several items, which are filled alike, as the one just written says of all. */
  standing(shard: number, second: number): Standing {
    const standing = standingOf(this.#known(shard), this.#share(shard), this.at, second);
    const all = (left: number, limit: number) => Math.min(limit, left * this.shards);
    return {
      ...standing,
      limits: this.limits,
      secondRemaining: all(standing.secondRemaining, this.limits.callsPerSecond),
      dayRemaining: all(standing.dayRemaining, this.limits.callsPerDay),
    };
  }

  /** The counters of all items together. */
  counts(): Counts {
    const { used, seconds } = sumOf(Array.from({ length: this.shards }, (_, shard) => this.#known(shard)));
    return { used: used + this.#elsewhere(), seconds };
  }

  #known(shard: number): Counts {
    return this.#parts.counters.known(admissionsKey(this.keyId, this.day, shard).pk, this.at).counts;
  }

  #share(shard: number): Limits {
    const { callsPerSecond, callsPerDay } = this.limits;
    return shareOf({ callsPerSecond, callsPerDay: callsPerDay - this.#elsewhere() }, shard, this.shards);
  }

  #elsewhere(): number {
    return this.#parts.elsewhere.get(this.pk) ?? 0;
  }
}
