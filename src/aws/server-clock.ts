import type { Clock } from '../time.ts';

/** A difference in time that makes AWS refuse a signature is longer than this: it takes up to five minutes. */
const refusedMs = 60_000;

/** A clock this close to that of AWS is left alone. */
const toleratedMs = 2_000;

/**
 * A request with a signature farther off than this (15 minutes, more than any service takes) would have been refused, so
 * an answer that says so has a wrong `Date`.
 */
const plausibleMs = 900_000;

/** The precision of a `Date` header. */
const secondMs = 1_000;

/** The time as AWS has it, as far as it is known: our own clock, corrected by what AWS answers. */
export class ServerClock {
  readonly #clock: Clock;
  #aheadMs = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  now(): number {
    return this.#clock() + this.#aheadMs;
  }

  /**
   * Learns from the `Date` of an answer to a request that was not refused for its time. The clock is corrected only when
   * it is certain to be more than two seconds off: `Date` has whole seconds, and nobody knows how long the answer
   * travelled. A correction that still fits is kept, so that one answer after another does not move the clock.
   * @param sentAt when the request was sent, by our own clock
   */
  learn(date: string | undefined, sentAt: number): void {
    const answeredAt = Date.parse(date ?? '');
    if (Number.isNaN(answeredAt)) return;
    const receivedAt = this.#clock();
    // A clock that was set back while the request was under way tells nothing of when it was sent.
    const least = answeredAt - receivedAt;
    const most = answeredAt + secondMs - Math.min(sentAt, receivedAt);
    const fits = (aheadMs: number) => aheadMs >= least - toleratedMs && aheadMs <= most + toleratedMs;
    if (fits(this.#aheadMs)) return;
    const aheadMs = fits(0) ? 0 : Math.round((least + most) / 2);
    if (Math.abs(aheadMs - this.#aheadMs) <= plausibleMs) this.#aheadMs = aheadMs;
  }

  /**
   * Takes over the time of an answer that refused a request, perhaps for its time. Returns whether the difference
   * explains the refusal, so that a new try makes sense.
   */
  correct(answeredAt: number | undefined): boolean {
    if (answeredAt === undefined || Math.abs(answeredAt - this.now()) < refusedMs) return false;
    this.#aheadMs = answeredAt - this.#clock();
    return true;
  }
}
