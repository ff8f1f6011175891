import { daysPerMonth } from './assumptions.ts';
import { gbSeconds } from './billed-durations.ts';
import { dollars, prices } from './prices.ts';

const runsPerMonth = daysPerMonth * 1_440;

/** Of both stages, in MB. */
export const watchMemory = 256;

/** Seconds that a run of watch takes: until its last round has answers. */
export const watchRunSeconds = (everySeconds: number): number => (Math.ceil(60 / everySeconds) - 1) * everySeconds + 1;

/** What watch costs in a month: Lambda's time in dollars, and the questions to each node, which its provider may bill. */
export function watchCost(everySeconds: number) {
  const time = gbSeconds(runsPerMonth * watchRunSeconds(everySeconds) * 1_000, watchMemory);
  const rounds = Math.ceil(60 / everySeconds);
  // Each round asks for the height, and the first one for the health. Once an hour: the chain, and the oldest block.
  const questions = runsPerMonth * (rounds + 1) + daysPerMonth * 24 * 2;
  return { dollars: dollars(prices.lambdaTime, time), questions };
}
