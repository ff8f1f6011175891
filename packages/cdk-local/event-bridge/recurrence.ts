import type { Timer } from '../time.ts';

/** The longest time that setTimeout can wait, in milliseconds; it takes a longer one for none at all. */
const longestWait = 2 ** 31 - 1;

/**
 * Runs something at once and then again after each period. Runs that a sleeping machine misses are not made up for.
 * @returns stops it
 */
export function recur(period: number, timer: Timer, run: () => void): () => void {
  let cancel = () => {};
  const arm = (remaining: number) => {
    const wait = Math.min(remaining, longestWait);
    cancel = timer(wait, () => (wait < remaining ? arm(remaining - wait) : begin()));
  };
  const begin = () => {
    arm(period);
    run();
  };
  begin();
  return () => cancel();
}
