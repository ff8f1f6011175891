import type { Timer } from '../time.ts';

/** What comes instead of a result that did not come in time. */
export const timeUp = Symbol('time is up');

/** Waits for a result, but no longer than so many milliseconds. What was begun goes on; nobody waits for it. */
export type WithinTime = <T>(result: Promise<T>, milliseconds: number) => Promise<T | typeof timeUp>;

export const createWithinTime =
  (timer: Timer): WithinTime =>
  (result, milliseconds) =>
    new Promise((resolve, reject) => {
      const cancel = timer(milliseconds, () => resolve(timeUp));
      result.then(resolve, reject).finally(cancel);
    });
