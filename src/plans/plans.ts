import type { Limits } from '../limits/limit-status.ts';

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

/**
 * The fastest a plan may be. A key's calls of a day are counted in one item, which takes 1,000 writes a second; the rest is
 * left for refusals and calls that are given back (docs/decisions/0023-one-item-for-a-key-and-day.md).
 */
export const maxCallsPerSecond = 800;

/**
 * A plan that can be kept.
 * @throws {RangeError} for more than {@link maxCallsPerSecond}
 */
export function definePlan(plan: Plan): Plan {
  const { callsPerSecond } = plan.limits;
  if (callsPerSecond <= maxCallsPerSecond) return plan;
  throw new RangeError(
    `Plan "${plan.id}" allows ${callsPerSecond} calls a second for each key; ${maxCallsPerSecond} is the most, because one ` +
      'DynamoDB item counts them and takes 1,000 writes a second. A faster workload uses several keys.',
  );
}

/** The plan every account starts on. */
export const freePlan = definePlan({
  id: 'free',
  limits: { callsPerSecond: 10, callsPerDay: 10_000 },
  keys: 3,
  historyDays: 1,
  longestCallSeconds: 5,
  dollarsPerMonth: 0,
});

/** Every plan, cheapest first. */
export const plans: readonly Plan[] = [
  freePlan,
  definePlan({
    id: 'developer',
    limits: { callsPerSecond: 50, callsPerDay: 150_000 },
    keys: 5,
    historyDays: 7,
    longestCallSeconds: 10,
    dollarsPerMonth: 49,
  }),
  definePlan({
    id: 'business',
    limits: { callsPerSecond: 200, callsPerDay: 700_000 },
    keys: 10,
    historyDays: 30,
    longestCallSeconds: 25,
    dollarsPerMonth: 499,
  }),
  definePlan({
    id: 'scale',
    limits: { callsPerSecond: 800, callsPerDay: 2_000_000 },
    keys: 20,
    historyDays: 90,
    longestCallSeconds: 25,
    dollarsPerMonth: 2_499,
  }),
];

/** The plan of that id, or undefined when there is none. */
export const findPlan = (id: string): Plan | undefined => plans.find((candidate) => candidate.id === id);

/** No plan has that id. */
export class UnknownPlanError extends Error {
  override readonly name = 'UnknownPlanError';
  readonly code = 'unknown_plan';

  constructor(planId: string) {
    super(`There is no plan ${planId}; there are ${plans.map(({ id }) => id).join(', ')}.`);
  }
}
