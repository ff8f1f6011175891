import { awsCallLimits } from '../../../../src/aws/aws-client.ts';
import { retryDelayMs } from '../../../../src/aws/retry.ts';
import type { Events } from '../events.ts';

/**
 * Writes a second that one item takes, however much its table has ("Best practices for designing and using partition
 * keys effectively", Amazon DynamoDB developer guide). The bursts that DynamoDB may allow beyond are not relied on.
 */
export const writesPerSecond = 1_000;

/** One item of Admissions: calls counted in each second, at most the limit, and no more writes than it takes. */
export class Item {
  /** Writes that were carried out, failed conditions included: each is charged. */
  writes = 0;
  /** Writes that DynamoDB refused because the item had taken its most. */
  throttledWrites = 0;
  readonly #events: Events;
  readonly #random: () => number;
  readonly #limit: number;
  readonly #counted = new Map<number, number>();
  /** Writes it could take at once; they come back evenly. */
  #room = writesPerSecond;
  #roomAt = 0;

  constructor(parts: { events: Events; random: () => number; limit: number }) {
    this.#events = parts.events;
    this.#random = parts.random;
    this.#limit = parts.limit;
  }

  /**
   * Counts a call in a second with one conditional write: whether it had room is known after its round trip, undefined
   * when every try was throttled. It tries and waits as the request path's client does.
   */
  count(second: number, known: (counted: boolean | undefined) => void, tries = 1): void {
    const { way, back } = { way: this.#halfTrip(), back: this.#halfTrip() };
    this.#events.after(way, () => {
      if (this.#takesWrite()) {
        const before = this.#counted.get(second) ?? 0;
        const counted = before < this.#limit;
        if (counted) this.#counted.set(second, before + 1);
        this.#events.after(back, () => known(counted));
      } else if (tries < awsCallLimits.tries) {
        const again = () => this.count(second, known, tries + 1);
        this.#events.after(back + retryDelayMs(tries, this.#random), again);
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
      this.throttledWrites += 1;
      return false;
    }
    this.#room -= 1;
    this.writes += 1;
    return true;
  }
}
