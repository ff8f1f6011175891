import type { EpochMs } from '../time.ts';

type Owed = { readonly n: number; readonly since: EpochMs };

/**
 * In ms: so long an item's next admission may return its calls. Nearly every process of a key that is fast enough to owe
 * calls admits another one within that time, so that hardly any calls need a write of their own.
 */
const maxWaitMs = 10_000;

/** Calls that this process has not yet returned to their days, by the item that counted them. */
export class OwedCalls {
  readonly #owed = new Map<string, Owed>();

  of(pk: string): number {
    return this.#owed.get(pk)?.n ?? 0;
  }

  add(pk: string, n: number, at: EpochMs): void {
    if (n > 0) this.#owed.set(pk, { n: this.of(pk) + n, since: this.#owed.get(pk)?.since ?? at });
  }

  /** The caller returns them, or adds them again. */
  take(pk: string): number {
    const n = this.of(pk);
    this.#owed.delete(pk);
    return n;
  }

  /** The items for whose calls no admission has come in time, also if the clock was set back. */
  due(at: EpochMs): string[] {
    return [...this.#owed].filter(([, { since }]) => Math.abs(at - since) >= maxWaitMs).map(([pk]) => pk);
  }
}
