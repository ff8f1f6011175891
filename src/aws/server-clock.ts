import type { Clock } from '../clock.ts';

/** AWS takes signatures that are up to five minutes off; its `Date` header is exact to the second. */
const noticeableMs = 60_000;

/** The time as AWS has it, as far as it is known: our own clock, put right where a signature was refused for it. */
export class ServerClock {
  readonly #clock: Clock;
  #aheadMs = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  now(): number {
    return this.#clock() + this.#aheadMs;
  }

  /** Takes over what time it was when AWS answered; says whether that made a difference, so that a new try makes sense. */
  correct(answeredAt: number | undefined): boolean {
    if (answeredAt === undefined || Math.abs(answeredAt - this.now()) < noticeableMs) return false;
    this.#aheadMs = answeredAt - this.#clock();
    return true;
  }
}
