import type { Timer } from '../timer.ts';

/** A wait that can be cut short; one at a time. */
export class Nap {
  readonly #timer: Timer;
  #wake: () => void = () => {};

  constructor(timer: Timer) {
    this.#timer = timer;
  }

  /** Resolves after so many milliseconds, or when it is cut short. */
  take(milliseconds: number): Promise<void> {
    return new Promise((resolve) => {
      const cancel = this.#timer(milliseconds, resolve);
      this.#wake = () => {
        cancel();
        resolve();
      };
    });
  }

  cutShort(): void {
    this.#wake();
  }
}
