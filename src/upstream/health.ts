import type { Clock } from '../clock.ts';

type Condition = { readonly failures: number; readonly restsUntil: number };

/** An upstream rests after this many failures in a row. */
const failuresToRest = 3;
const firstRestMs = 5_000;
const longestRestMs = 60_000;

/** Which upstreams this process has seen fail: one that keeps failing is rested, each time for twice as long. */
export class Health {
  readonly #clock: Clock;
  readonly #conditions = new Map<string, Condition>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  failed(url: string): void {
    const failures = (this.#conditions.get(url)?.failures ?? 0) + 1;
    const restMs = Math.min(longestRestMs, firstRestMs * 2 ** (failures - failuresToRest));
    const restsUntil = failures < failuresToRest ? 0 : this.#clock() + restMs;
    this.#conditions.set(url, { failures, restsUntil });
  }

  succeeded(url: string): void {
    this.#conditions.delete(url);
  }

  /** Those that are not resting, in the order given; when all rest, the one whose rest ends first. */
  usable<T extends { readonly url: string }>(upstreams: readonly T[]): readonly T[] {
    const now = this.#clock();
    const restsUntil = ({ url }: T) => this.#conditions.get(url)?.restsUntil ?? 0;
    const awake = upstreams.filter((upstream) => restsUntil(upstream) <= now);
    if (awake.length > 0) return awake;
    return upstreams.toSorted((a, b) => restsUntil(a) - restsUntil(b)).slice(0, 1);
  }
}
