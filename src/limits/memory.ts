import { Recent } from './recent.ts';
import { nothingSeen, type Seen } from './seen.ts';

type Known = { readonly seen: Seen; readonly learnedAt: number };

/**
 * How long a spent day is believed without asking again. A second's count only grows, so what is known of it holds until
 * it ends; the day's can fall again, when another process gives back calls whose upstream failed.
 */
const believeDayMs = 15_000;

/** What this process last saw of each item, so that hammering a spent key costs no writes. */
export class Memory {
  readonly #known = new Recent<Known>();

  /** What is known and still to be believed at that moment. */
  get(pk: string, at: number): Seen {
    const known = this.#known.get(pk);
    if (!known) return nothingSeen;
    const { seen, learnedAt } = known;
    return at - learnedAt < believeDayMs ? seen : { ...seen, counts: { ...seen.counts, used: 0 } };
  }

  /** How many seconds ago the item was seen; infinitely many when it never was. */
  secondsSince(pk: string, at: number): number {
    return (at - (this.#known.get(pk)?.learnedAt ?? Number.NEGATIVE_INFINITY)) / 1_000;
  }

  learn(pk: string, at: number, seen: Seen): void {
    this.#known.set(pk, { seen, learnedAt: at });
  }
}
