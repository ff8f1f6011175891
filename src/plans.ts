import type { Limits } from './limits/limit-status.ts';

/** Who can choose a plan: customers and the operator, the operator only, or nobody any more. */
export const planAvailabilities = ['open', 'by-operator', 'retired'] as const;

export type Plan = {
  readonly id: string;
  readonly availability: (typeof planAvailabilities)[number];
  /** For each key. */
  readonly limits: Limits;
  /** Maximum number of active keys. */
  readonly keys: number;
  readonly historyDays: number;
  /** Time limit of a call at the nodes, at most 25: slow calls of one customer must not occupy all processes. */
  readonly longestCallSeconds: number;
  readonly dollarsPerMonth: number;
};

/**
 * One item counts a key's calls of a day, and an item takes 1,000 writes a second. The other 200 are left for refusals and
 * returned calls (docs/decisions/0023-one-item-for-a-key-and-day.md).
 */
export const maxCallsPerSecond = 800;

/** Who changes an account's plan. */
export type PlanChooser = 'customer' | 'operator';

/** The plans of the settings. Accounts may be on a plan that is no longer among them: they have no active plan. */
export class Plans {
  /** In the order of the settings. */
  readonly all: readonly Plan[];

  constructor(all: readonly Plan[]) {
    this.all = all;
  }

  /** The plan of new accounts. The settings have exactly one, and it is the first. */
  get free(): Plan {
    const [free] = this.all;
    if (!free) throw new Error('The settings have no plan.');
    return free;
  }

  find(id: string): Plan | undefined {
    return this.all.find((plan) => plan.id === id);
  }

  /** The plans that can be chosen. */
  choices(chooser: PlanChooser): readonly Plan[] {
    return this.all.filter(({ availability }) => availability === 'open' || isOperators(availability, chooser));
  }

  /** @throws {UnknownPlanError} unless the plan exists and can be chosen */
  choose(id: string, chooser: PlanChooser): Plan {
    const choices = this.choices(chooser);
    const plan = choices.find((choice) => choice.id === id);
    if (!plan) throw new UnknownPlanError(id, choices);
    return plan;
  }
}

const isOperators = (availability: Plan['availability'], chooser: PlanChooser): boolean =>
  availability === 'by-operator' && chooser === 'operator';

/** The message is the same for a plan that does not exist and for one that cannot be chosen. */
export class UnknownPlanError extends Error {
  override readonly name = 'UnknownPlanError';
  readonly code = 'unknown_plan';

  constructor(planId: string, choices: readonly Plan[]) {
    super(`The plan ${planId} is not available. Available plans: ${choices.map(({ id }) => id).join(', ')}.`);
  }
}

/** The account's plan is not in the settings any more. */
export class NoActivePlanError extends Error {
  override readonly name = 'NoActivePlanError';
  readonly code = 'no_active_plan';

  constructor(planId: string) {
    super(`Your plan "${planId}" is no longer offered. Choose another plan before you create keys.`);
  }
}
