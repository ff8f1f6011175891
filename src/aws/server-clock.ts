import type { Clock, EpochMs } from '../time.ts';

/** AWS tolerates up to five minutes, so a smaller difference cannot explain a rejected signature. */
const minSkewMs = 60_000;

/** A clock that differs from AWS by no more than this is not corrected. */
const toleratedMs = 2_000;

/** AWS would have rejected a signature that is further off, so a `Date` that suggests it is wrong. */
const plausibleMs = 900_000;

const secondMs = 1_000;

/** The process's clock, corrected by the `Date` header of AWS's answers. */
export class ServerClock {
  readonly #clock: Clock;
  #offsetMs = 0;
  #lastDate: number | undefined;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  now(): number {
    return this.#clock() + this.#offsetMs;
  }

  /** The `Date` of the last answer. The service's own time is not earlier. */
  get lastDate(): EpochMs | undefined {
    return this.#lastDate;
  }

  /**
   * Learns from an answer that does not reject the request's time. `Date` has whole seconds and the travel time is
   * unknown, so an answer only gives a range for the true offset. The clock is corrected if its offset is more than two
   * seconds outside this range; otherwise it stays, so that answers do not move it back and forth.
   */
  adjust(date: string | undefined, sentAt: number): void {
    const answeredAt = Date.parse(date ?? '');
    if (Number.isNaN(answeredAt)) return;
    const receivedAt = this.#clock();
    const least = answeredAt - receivedAt;
    // If the clock was set back during the request, `sentAt` is later than `receivedAt` and is no bound.
    const most = answeredAt + secondMs - Math.min(sentAt, receivedAt);
    const fits = (offsetMs: number) => offsetMs >= least - toleratedMs && offsetMs <= most + toleratedMs;
    if (!fits(this.#offsetMs)) {
      const offsetMs = fits(0) ? 0 : Math.round((least + most) / 2);
      if (Math.abs(offsetMs - this.#offsetMs) > plausibleMs) return;
      this.#offsetMs = offsetMs;
    }
    this.#lastDate = answeredAt;
  }

  /** Uses the time of a rejection. Returns true if the clock's difference explains it, so that a retry makes sense. */
  correct(answeredAt: number | undefined): boolean {
    if (answeredAt === undefined || Math.abs(answeredAt - this.now()) < minSkewMs) return false;
    this.#offsetMs = answeredAt - this.#clock();
    this.#lastDate = answeredAt;
    return true;
  }
}
