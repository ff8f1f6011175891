import type { Limits } from '../limits/limit-status.ts';

export type Plan = {
  readonly id: string;
  /** For each key. */
  readonly limits: Limits;
  /** Maximum number of active keys. */
  readonly keys: number;
  readonly historyDays: number;
  /** Time limit of a call at the nodes, at most 25: slow calls of one customer must not occupy all processes. */
  readonly longestCallSeconds: number;
  readonly dollarsPerMonth: number;
  /** Who may put an account on the plan: its customer, only the operator, or nobody any more. Default: open. */
  readonly availability?: 'open' | 'by-operator' | 'retired' | undefined;
};

/** Customers can choose the plan themselves. */
export const isOpen = ({ availability = 'open' }: Pick<Plan, 'availability'>): boolean => availability === 'open';

/**
 * One item counts a key's calls of a day, and an item takes 1,000 writes a second. The other 200 are left for refusals and
 * returned calls (docs/decisions/0023-one-item-for-a-key-and-day.md).
 */
export const maxCallsPerSecond = 800;

/** @throws {RangeError} if the plan allows more than {@link maxCallsPerSecond} */
export function definePlan(plan: Plan): Plan {
  const { callsPerSecond } = plan.limits;
  if (callsPerSecond <= maxCallsPerSecond) return plan;
  throw new RangeError(
    `The plan "${plan.id}" allows ${callsPerSecond} calls per second and key; the limit is ${maxCallsPerSecond}, because one ` +
      'DynamoDB item counts them and takes 1,000 writes a second. Faster workloads can use several keys.',
  );
}

/** The plan of new accounts. */
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

export const findPlan = (id: string): Plan | undefined => plans.find((candidate) => candidate.id === id);

export class UnknownPlanError extends Error {
  override readonly name = 'UnknownPlanError';
  readonly code = 'unknown_plan';

  constructor(planId: string) {
    super(`The plan ${planId} does not exist. Plans: ${plans.map(({ id }) => id).join(', ')}.`);
  }
}
