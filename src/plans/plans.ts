import type { Limits } from '../limits/limits.ts';

/** What an account may do, and how long its history is kept. */
export type Plan = {
  readonly id: string;
  /** Calls a second and calls a UTC day, for each key. */
  readonly limits: Limits;
  /** Keys an account may hold that are not revoked. */
  readonly keys: number;
  readonly historyDays: number;
  readonly dollarsPerMonth: number;
};

/**
 * The fastest a plan may be. A key's calls of a day are counted in one item, which takes 1,000 writes a second; the rest is
 * left for refusals and calls that are given back (docs/decisions/0023-one-item-for-a-key-and-day.md).
 */
export const mostCallsPerSecond = 800;

/**
 * A plan that can be kept.
 * @throws {RangeError} for more than {@link mostCallsPerSecond}
 */
export function definePlan(
  id: string,
  callsPerSecond: number,
  callsPerDay: number,
  keys: number,
  historyDays: number,
  dollarsPerMonth: number,
): Plan {
  if (callsPerSecond > mostCallsPerSecond) {
    throw new RangeError(
      `Plan "${id}" allows ${callsPerSecond} calls a second for each key; ${mostCallsPerSecond} is the most, because one ` +
        'DynamoDB item counts them and takes 1,000 writes a second. A faster workload uses several keys.',
    );
  }
  return { id, limits: { callsPerSecond, callsPerDay }, keys, historyDays, dollarsPerMonth };
}

/** The plan every account starts on. */
export const firstPlan = definePlan('free', 10, 10_000, 3, 1, 0);

/** Every plan, cheapest first: calls a second, calls a day, keys, days of history, dollars a month. */
export const plans: readonly Plan[] = [
  firstPlan,
  definePlan('developer', 50, 150_000, 5, 7, 49),
  definePlan('business', 200, 700_000, 10, 30, 499),
  definePlan('scale', 800, 2_000_000, 20, 90, 2_499),
];

/** The plan of that id, or undefined when there is none. */
export const findPlan = (id: string): Plan | undefined => plans.find((candidate) => candidate.id === id);
