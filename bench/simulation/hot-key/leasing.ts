import type { Item } from './item.ts';
import { type Limiter, makeItems, type Parts, type Process, type Verdict } from './limiter.ts';

/** How much a process asks for: from the calls it expects in the rest of the second. */
export type LeaseSize = (expected: number) => number;

/** Always as much. */
export const fixed =
  (size: number): LeaseSize =>
  () =>
    size;

/** Half of what it expects, so that what a process cannot use before the second ends stays small. */
export const half: LeaseSize = (expected) => Math.ceil(expected / 2);

/** A process takes many calls of a second from an item with one write, and admits from them without another. */
export function leasing(parts: Parts, size: LeaseSize): Limiter {
  const { items, writes } = makeItems(parts);
  let started = 0;
  const startProcess = () => {
    started += 1;
    // Each begins with an item of its own, and goes on to the others when that one is full.
    const order = items.map((_, index) => items[(index + started) % items.length]).filter((item) => item !== undefined);
    return new LeasingProcess(parts, order, size);
  };
  return { writes, startProcess };
}

/** What a process has of one second. */
class Holding {
  left = 0;
  calls = 0;
  asking = false;
  readonly waiting: ((verdict: Verdict) => void)[] = [];
  /** Items that may still have something. */
  items: readonly Item[];

  constructor(items: readonly Item[]) {
    this.items = items;
  }

  answerAll(verdict: Verdict): void {
    for (const answer of this.waiting.splice(0)) answer(verdict);
  }
}

class LeasingProcess implements Process {
  readonly #parts: Parts;
  readonly #items: readonly Item[];
  readonly #size: LeaseSize;
  /** Calls a second it has seen of late. */
  #rate = 0;
  #second = -1;
  #holding: Holding;

  constructor(parts: Parts, items: readonly Item[], size: LeaseSize) {
    this.#parts = parts;
    this.#items = items;
    this.#size = size;
    this.#holding = new Holding(items);
  }

  admit(second: number, answer: (verdict: Verdict) => void): void {
    if (second > this.#second) this.#begin(second);
    const holding = this.#holding;
    holding.calls += 1;
    holding.waiting.push(answer);
    this.#serve(holding, second);
  }

  #begin(second: number): void {
    if (this.#second >= 0) {
      const weight = 0.5 ** (second - this.#second);
      this.#rate = this.#rate * weight + this.#holding.calls * (1 - weight);
    }
    this.#second = second;
    this.#holding = new Holding(this.#items);
  }

  #serve(holding: Holding, second: number): void {
    const admitted = holding.waiting.splice(0, holding.left);
    holding.left -= admitted.length;
    for (const answer of admitted) answer('admitted');
    const [item] = holding.items;
    if (!item) holding.answerAll('refused');
    else if (holding.waiting.length > 0 && !holding.asking) this.#ask(item, holding, second);
  }

  #ask(item: Item, holding: Holding, second: number): void {
    const secondLeft = Math.max(0, second + 1 - this.#parts.events.now / 1_000);
    const wanted = Math.max(holding.waiting.length, this.#size(this.#rate * secondLeft));
    holding.asking = true;
    item.count(second, wanted, (leased) => {
      holding.asking = false;
      if (leased === undefined) return holding.answerAll('unavailable');
      if (leased < wanted) holding.items = holding.items.filter((other) => other !== item);
      holding.left += leased;
      this.#serve(holding, second);
    });
  }
}
