import { type Counts, noCounts } from './counts.ts';
import { Recent } from './recent.ts';
import { dayOf } from './windows.ts';

type Known = { readonly day: string; readonly counts: Counts; readonly learnedAt: number };

/**
 * How long a spent day is believed without asking again. A second's count only grows, so what is known of it holds until
 * it ends; the day's can fall again, when another process gives back calls whose upstream failed.
 */
const believeDayMs = 15_000;

/** What this process last saw of each key's counters, so that hammering a spent key costs no writes. */
export class Memory {
  readonly #known = new Recent<Known>();

  /** What is known and still to be believed at that moment. */
  get(keyId: string, at: number): Counts {
    const known = this.#known.get(keyId);
    if (!known || known.day !== dayOf(at)) return noCounts;
    return at - known.learnedAt < believeDayMs ? known.counts : { ...known.counts, used: 0 };
  }

  learn(keyId: string, at: number, counts: Counts): void {
    this.#known.set(keyId, { day: dayOf(at), counts, learnedAt: at });
  }
}
