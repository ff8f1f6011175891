import type { Limits } from '../limits/limits.ts';

/** What an account may do, and how long its history is kept. */
export type Plan = {
  readonly id: string;
  /** Calls a second and calls a UTC day, for each key. */
  readonly limits: Limits;
  /** Keys an account may hold that are not revoked. */
  readonly keys: number;
  readonly historyDays: number;
  /** How long a call may take at the nodes, so that nobody holds all processes with slow calls. At most 25 s. */
  readonly longestCallSeconds: number;
  readonly dollarsPerMonth: number;
};

const plan = (
  id: string,
  callsPerSecond: number,
  callsPerDay: number,
  keys: number,
  historyDays: number,
  longestCallSeconds: number,
  dollarsPerMonth: number,
): Plan => ({
  id,
  limits: { callsPerSecond, callsPerDay },
  keys,
  historyDays,
  longestCallSeconds,
  dollarsPerMonth,
});

/** The plan every account starts on. */
export const firstPlan = plan('free', 10, 50_000, 3, 1, 5, 0);

/** Every plan, cheapest first: calls a second, calls a day, keys, days of history, seconds of the longest call, dollars a month. */
export const plans: readonly Plan[] = [
  firstPlan,
  plan('developer', 50, 500_000, 10, 7, 10, 49),
  plan('business', 200, 5_000_000, 25, 30, 25, 499),
  plan('scale', 2_000, 50_000_000, 40, 90, 25, 999),
];

/** The plan of that id, or undefined when there is none. */
export const findPlan = (id: string): Plan | undefined => plans.find((candidate) => candidate.id === id);
