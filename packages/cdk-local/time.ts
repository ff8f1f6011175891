/** Returns milliseconds since the epoch. An argument wherever time matters, so that tests set it. */
export type Clock = () => number;

export const systemClock: Clock = Date.now;

/**
 * Calls `elapsed` once after so many milliseconds, unless the returned function cancels it first. An argument of every
 * limit and delay, so that tests decide when time is up.
 */
export type Timer = (milliseconds: number, elapsed: () => void) => () => void;

export const systemTimer: Timer = (milliseconds, elapsed) => {
  const handle = setTimeout(elapsed, milliseconds);
  return () => clearTimeout(handle);
};

/** A system timer that does not keep the process alive, for background work. */
export const backgroundTimer: Timer = (milliseconds, elapsed) => {
  const handle = setTimeout(elapsed, milliseconds).unref();
  return () => clearTimeout(handle);
};

/** Waits that can all be ended early at once. */
export class InterruptibleWait {
  readonly #timer: Timer;
  readonly #waiting = new Set<() => void>();

  constructor(timer: Timer) {
    this.#timer = timer;
  }

  /** Resolves after so many milliseconds, or at `interrupt`. */
  wait(milliseconds: number): Promise<void> {
    return new Promise((resolve) => {
      const end = () => {
        cancel();
        this.#waiting.delete(end);
        resolve();
      };
      const cancel = this.#timer(milliseconds, end);
      this.#waiting.add(end);
    });
  }

  interrupt(): void {
    for (const end of this.#waiting) end();
  }
}
