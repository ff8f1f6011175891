import type { Timer } from './time.ts';

/** Waits that can be cut short, all of them at once. */
export class Nap {
  readonly #timer: Timer;
  readonly #waiting = new Set<() => void>();

  constructor(timer: Timer) {
    this.#timer = timer;
  }

  /** Resolves after so many milliseconds, or when it is cut short. */
  take(milliseconds: number): Promise<void> {
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

  cutShort(): void {
    for (const end of this.#waiting) end();
  }
}
