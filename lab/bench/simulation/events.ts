type Event = { readonly at: number; readonly order: number; readonly happen: () => void };

/** Things that happen at their times, on a clock that only they move; what is due at the same time keeps its order. */
export class Events {
  /** Milliseconds since the simulation began. */
  now = 0;
  /** A binary heap: none is due before the one at half its index. */
  readonly #heap: Event[] = [];
  #added = 0;

  after(ms: number, happen: () => void): void {
    this.#added += 1;
    const event = { at: this.now + Math.max(0, ms), order: this.#added, happen };
    let index = this.#heap.push(event) - 1;
    while (index > 0) {
      const parent = (index - 1) >> 1;
      if (!this.#swapIfSooner(index, parent)) return;
      index = parent;
    }
  }

  /** Lets everything happen, and all that follows from it. */
  run(): void {
    for (let next = this.#take(); next; next = this.#take()) {
      this.now = next.at;
      next.happen();
    }
  }

  #take(): Event | undefined {
    const first = this.#heap[0];
    const last = this.#heap.pop();
    if (!first || !last || first === last) return first;
    this.#heap[0] = last;
    for (let index = 0; ; ) {
      const [left, right] = [2 * index + 1, 2 * index + 2];
      const sooner = this.#isSooner(right, left) ? right : left;
      if (!this.#swapIfSooner(sooner, index)) return first;
      index = sooner;
    }
  }

  #isSooner(one: number, other: number): boolean {
    const [a, b] = [this.#heap[one], this.#heap[other]];
    return a !== undefined && b !== undefined && (a.at < b.at || (a.at === b.at && a.order < b.order));
  }

  #swapIfSooner(one: number, other: number): boolean {
    const [a, b] = [this.#heap[one], this.#heap[other]];
    if (!a || !b || !this.#isSooner(one, other)) return false;
    this.#heap[one] = b;
    this.#heap[other] = a;
    return true;
  }
}
