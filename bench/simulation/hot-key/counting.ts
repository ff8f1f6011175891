import type { Item } from './item.ts';
import { type Limiter, makeItems, type Parts, type Process, type Verdict } from './limiter.ts';

/**
 * Every call is a write to one of the items at random, and to others while one is full. With a probe of every item it is
 * what the gateway does.
 */
export function counting(parts: Parts, probes: number): Limiter {
  const { items, writes } = makeItems(parts);
  return { writes, startProcess: () => new CountingProcess(items, parts.random, probes) };
}

class CountingProcess implements Process {
  readonly #items: readonly Item[];
  readonly #random: () => number;
  readonly #probes: number;
  /** Items known to be full, and in which second. */
  readonly #full = new Map<Item, number>();

  constructor(items: readonly Item[], random: () => number, probes: number) {
    this.#items = items;
    this.#random = random;
    this.#probes = probes;
  }

  admit(second: number, answer: (verdict: Verdict) => void): void {
    const first = Math.floor(this.#random() * this.#items.length);
    const tried = Array.from(
      { length: 1 + this.#probes },
      (_, probe) => this.#items[(first + probe) % this.#items.length],
    );
    this.#tryEach(tried, second, answer);
  }

  #tryEach(tried: readonly (Item | undefined)[], second: number, answer: (verdict: Verdict) => void): void {
    const [item, ...others] = tried.filter((one) => one && this.#full.get(one) !== second);
    if (!item) {
      answer('refused');
      return;
    }
    item.count(second, 1, (counted) => {
      if (counted === undefined) return answer('unavailable');
      if (counted === 1) return answer('admitted');
      this.#full.set(item, second);
      this.#tryEach(others, second, answer);
    });
  }
}
