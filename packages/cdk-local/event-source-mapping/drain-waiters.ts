/**
 * Waits until everything that was in a stream at one time has been handled: each of its readers has then begun a later
 * read that found nothing, and has nothing left to deliver.
 */
export class DrainWaiters {
  readonly #readers = new Map<string, number>();
  readonly #onAsk = new Set<() => void>();
  #waiting: { readonly number: number; readonly resolve: () => void }[] = [];
  #asked = 0;

  /** True while a caller waits; then batches are delivered without waiting for more records. */
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

  /** Adds a reader; `hear` is called when a caller begins to wait. */
  join(reader: string, hear: () => void): void {
    this.#readers.set(reader, 0);
    this.#onAsk.add(hear);
  }

  /** A number that a reader takes before a read, for {@link DrainWaiters.empty}. */
  begin(): number {
    return this.#asked;
  }

  /** Reports that a read that began at `begun` found nothing, and nothing is left to deliver. */
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
