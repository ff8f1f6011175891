import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises';
import type { Clock } from '../../../src/time.ts';

/** Longer than any admission takes (`counterCallLimits` in src/limits/write-failure.ts). */
const longestMs = 3_000;

/** A try of a request, and the fate of a try that the client has given up. */
const longestTryMs = 1_300;

/** A time that passes with the requests that come in, as fast as they can be served. */
export class VirtualTime {
  readonly now: Clock = () => this.#now;
  #now: number;

  constructor(startAt: number) {
    this.#now = startAt;
  }

  pass(ms: number): void {
    this.#now += ms;
  }

  /**
   * Serves each arrival at its time, at most `concurrency` of them at once. Virtual time stops while the oldest request or
   * try in flight (`oldest`: when it began) takes longer than it could against the real service.
   */
  async live<T extends { readonly at: number }>(
    arrivals: Iterator<T>,
    concurrency: number,
    oldest: () => number | undefined,
    serve: (arrival: T) => Promise<void>,
  ): Promise<void> {
    const underWay = new Set<T>();
    const isLate = (at: number) => {
      const [first] = underWay;
      return at - (first?.at ?? at) > longestMs || at - (oldest() ?? at) > longestTryMs;
    };
    const worker = async () => {
      for (let next = arrivals.next(); !next.done; next = arrivals.next()) {
        const arrival = next.value;
        while (isLate(arrival.at)) await wait(1);
        this.#now = Math.max(this.#now, arrival.at);
        underWay.add(arrival);
        await serve(arrival).finally(() => underWay.delete(arrival));
        await nextTurn();
      }
    };
    await Promise.all(Array.from({ length: concurrency }, worker));
    while (oldest() !== undefined) await wait(1);
  }
}
