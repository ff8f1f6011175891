/**
 * Knows when everything that stood in a stream at some moment has been handled: when each of its readers has since then
 * begun a read that found nothing, with nothing left to hand on.
 */
export class DrainWaiters {
  readonly #readers = new Map<string, number>();
  readonly #onAsk = new Set<() => void>();
  #waiting: { readonly number: number; readonly resolve: () => void }[] = [];
  #asked = 0;

  /** Whether somebody waits; then batches go out without waiting for more. */
  get isWaitedFor(): boolean {
    return this.#waiting.length > 0;
  }

  /** Resolves when everything written before the call has been handled. */
  wait(): Promise<void> {
    this.#asked += 1;
    const number = this.#asked;
    const drained = new Promise<void>((resolve) => this.#waiting.push({ number, resolve }));
    for (const hear of this.#onAsk) hear();
    this.#settle();
    return drained;
  }

  /** Counts a reader in; `hear` is called whenever somebody asks. */
  join(reader: string, hear: () => void): void {
    this.#readers.set(reader, 0);
    this.#onAsk.add(hear);
  }

  /** What a reader notes before it reads, for {@link DrainWaiters.empty}. */
  begin(): number {
    return this.#asked;
  }

  /** A read that began at `begun` found nothing, and nothing is left to hand on. */
  empty(reader: string, begun: number): void {
    this.#readers.set(reader, begun);
    this.#settle();
  }

  leave(reader: string, hear: () => void): void {
    this.#readers.delete(reader);
    this.#onAsk.delete(hear);
    this.#settle();
  }

  #settle(): void {
    const reached = Math.min(...this.#readers.values());
    const done = this.#waiting.filter(({ number }) => number <= reached);
    this.#waiting = this.#waiting.filter(({ number }) => number > reached);
    for (const { resolve } of done) resolve();
  }
}
