import type { Timer } from '../../time.ts';

type Wait = { readonly until: number; readonly elapsed: () => void };

/** A clock and a timer that stand still until a test moves them on. */
export class ManualTime {
  #now: number;
  readonly #waits = new Set<Wait>();

  constructor(now: number) {
    this.#now = now;
  }

  readonly clock = (): number => this.#now;

  readonly timer: Timer = (milliseconds, elapsed) => {
    const wait = { until: this.#now + milliseconds, elapsed };
    this.#waits.add(wait);
    return () => this.#waits.delete(wait);
  };

  /** How many waits have neither ended nor been cancelled. */
  get waits(): number {
    return this.#waits.size;
  }

  /** Ends the waits that end within so many milliseconds, in order, those that begin meanwhile among them. */
  advance(milliseconds: number): void {
    const end = this.#now + milliseconds;
    for (let next = this.#nextUntil(end); next; next = this.#nextUntil(end)) {
      this.#now = next.until;
      this.#waits.delete(next);
      next.elapsed();
    }
    this.#now = end;
  }

  #nextUntil(end: number): Wait | undefined {
    const due = [...this.#waits].filter(({ until }) => until <= end);
    return due.toSorted((one, other) => one.until - other.until)[0];
  }
}
