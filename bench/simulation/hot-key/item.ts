import { waitMs } from '../../../src/aws/retry.ts';
import { callLimits } from '../../../src/aws/service.ts';
import type { Events } from '../events.ts';

/**
 * Writes a second that one item takes, however much its table has ("Best practices for designing and using partition
 * keys effectively", Amazon DynamoDB developer guide). The bursts that DynamoDB may allow beyond are not relied on.
 */
export const writesPerSecond = 1_000;

/** What the writes of a simulation came to. */
export class WriteCount {
  /** Those that were carried out, failed conditions included: each is charged. */
  done = 0;
  /** Those that DynamoDB refused because the item had taken its most. */
  throttled = 0;
}

/** One item of Admissions: calls counted in each second, at most a share of the limit, and no more writes than it takes. */
export class Item {
  readonly #events: Events;
  readonly #random: () => number;
  readonly #share: number;
  readonly #writes: WriteCount;
  readonly #counted = new Map<number, number>();
  /** Writes it could take at once; they come back evenly. */
  #room = writesPerSecond;
  #roomAt = 0;

  constructor(parts: { events: Events; random: () => number; share: number; writes: WriteCount }) {
    this.#events = parts.events;
    this.#random = parts.random;
    this.#share = parts.share;
    this.#writes = parts.writes;
  }

  /**
   * Counts up to so many calls in a second with one conditional write: how many is known after its round trip, or
   * undefined when every try was throttled. It tries and waits as the request path's client does.
   */
  count(second: number, wanted: number, known: (counted: number | undefined) => void, tries = 1): void {
    const { way, back } = { way: this.#halfTrip(), back: this.#halfTrip() };
    this.#events.after(way, () => {
      if (this.#takesWrite()) {
        const before = this.#counted.get(second) ?? 0;
        const counted = Math.min(wanted, this.#share - before);
        this.#counted.set(second, before + counted);
        this.#events.after(back, () => known(counted));
      } else if (tries < callLimits.tries) {
        const again = () => this.count(second, wanted, known, tries + 1);
        this.#events.after(back + waitMs(tries, this.#random), again);
      } else {
        this.#events.after(back, () => known(undefined));
      }
    });
  }

  /** 2 ms on average, as half of the 4 that the cost model reckons with; now and then much longer. */
  #halfTrip(): number {
    return 1 - Math.log(1 - this.#random());
  }

  #takesWrite(): boolean {
    const { now } = this.#events;
    this.#room = Math.min(writesPerSecond, this.#room + ((now - this.#roomAt) * writesPerSecond) / 1_000);
    this.#roomAt = now;
    if (this.#room < 1) {
      this.#writes.throttled += 1;
      return false;
    }
    this.#room -= 1;
    this.#writes.done += 1;
    return true;
  }
}

/** The limit cut into that many whole shares, whose sum is the limit. */
export const sharesOf = (limit: number, items: number): number[] =>
  Array.from({ length: items }, (_, index) => Math.floor((limit + index) / items));
