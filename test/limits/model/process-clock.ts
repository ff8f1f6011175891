import type { SimulatedTime } from '../../../lab/simulation/simulated-time.ts';
import { ServerClock } from '../../../src/aws/server-clock.ts';
import type { ClockFault } from './history.ts';

/** The clock of a process with its faults, corrected by answers or never. */
export class ProcessClock {
  readonly #fault: ClockFault;
  readonly #time: SimulatedTime;
  readonly #startAt: number;
  readonly #corrected: ServerClock;

  constructor(fault: ClockFault, time: SimulatedTime) {
    this.#fault = fault;
    this.#time = time;
    this.#startAt = time.now;
    this.#corrected = new ServerClock(() => this.own());
    // INIT reads before the first request.
    this.learn(time.now, this.own());
  }

  /** What the machine says. */
  own(): number {
    const passed = this.#time.now - this.#startAt;
    const jumped = this.#fault.jumps.reduce((sum, { at, byMs }) => sum + (passed >= at ? byMs : 0), 0);
    return this.#time.now + this.#fault.skewMs + jumped;
  }

  now = (): number => this.#corrected.now();

  lastDate = (): number | undefined => this.#corrected.lastDate;

  /** How far it is off, ms. */
  get error(): number {
    return this.now() - this.#time.now;
  }

  learn(answeredAt: number, sentAt: number): void {
    if (this.#fault.corrected) this.#corrected.adjust(dateOf(answeredAt), sentAt);
  }

  /** AWS tolerates five minutes. Returns true if it refuses a signature, and the clock has learned why. */
  isRefused(): boolean {
    if (!this.#fault.corrected || Math.abs(this.error) < 300_000) return false;
    return this.#corrected.correct(Date.parse(dateOf(this.#time.now)));
  }
}

const dateOf = (at: number): string => new Date(at).toUTCString();
