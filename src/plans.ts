import { errorClass } from './error-class.ts';

/** Who can choose a plan: customers and the operator, the operator only, or nobody any more. */
export const planAvailabilities = ['open', 'by-operator', 'retired'] as const;

export type Limits = { readonly callsPerSecond: number; readonly callsPerDay: number };

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
  /** Whole units of the settings' currency. */
  readonly pricePerMonth: number;
};

/** Who chooses a plan: a customer without a payment, a customer who pays for it, or the operator. */
export type PlanChooser = 'customer' | 'payer' | 'operator';

/** The plans of the settings. Accounts may be on a plan that is no longer among them: they have no active plan. */
export class Plans {
  /** In the order of the settings. */
  readonly all: readonly Plan[];

  constructor(all: readonly Plan[]) {
    this.all = all;
  }

  /** The plan of new accounts, and of those whose subscription has ended: the first of the settings. */
  get free(): Plan {
    const [free] = this.all;
    if (!free) throw new Error('The settings have no plan.');
    return free;
  }

  find(id: string): Plan | undefined {
    return this.all.find((plan) => plan.id === id);
  }
}

// Not methods of Plans, and errors that are marked as pure: the request path's bundles must not hold them.

export const isFree = ({ pricePerMonth }: Pick<Plan, 'pricePerMonth'>): boolean => pricePerMonth === 0;

export const planChoices = ({ all }: Plans, chooser: PlanChooser): readonly Plan[] =>
  all.filter((plan) => isChoice(plan, chooser));

/** Whether nobody pays for the plan of this id. */
export const isFreePlan = (plans: Plans, id: string): boolean => plans.find(id)?.pricePerMonth === 0;

/** @throws {UnknownPlanError} unless the plan exists and can be chosen */
export function choosePlan(plans: Plans, id: string, chooser: PlanChooser): Plan {
  const choices = planChoices(plans, chooser);
  const plan = choices.find((choice) => choice.id === id);
  if (!plan) throw new UnknownPlanError(id, choices);
  return plan;
}

function isChoice({ availability, pricePerMonth }: Plan, chooser: PlanChooser): boolean {
  if (chooser === 'operator') return availability !== 'retired';
  return availability === 'open' && (chooser === 'payer' || isFree({ pricePerMonth }));
}

/** The message is the same for a plan that does not exist and for one that cannot be chosen. */
export class UnknownPlanError extends /* @__PURE__ */ errorClass('UnknownPlanError', 'unknown_plan') {
  constructor(planId: string, choices: readonly Plan[]) {
    super(`The plan ${planId} is not available. Available plans: ${choices.map(({ id }) => id).join(', ')}.`);
  }
}

/** Why an account has no active plan although it has a plan: it is not paid, or it allows fewer keys than are active. */
export const inactiveReasons = ['unpaid', 'too_many_keys'] as const;

export type InactiveReason = (typeof inactiveReasons)[number];

/** An account's plan; undefined if it has no active plan. */
export const activePlan = (
  { planId, inactive }: { readonly planId: string; readonly inactive: InactiveReason | null },
  plans: Plans,
): Plan | undefined => (inactive === null ? plans.find(planId) : undefined);

export class NoActivePlanError extends /* @__PURE__ */ errorClass('NoActivePlanError', 'no_active_plan') {
  /** @param reason null if the plan is not in the settings any more */
  constructor(planId: string, reason: InactiveReason | null) {
    super(
      reason ? whyInactive[reason](planId) : `Your plan "${planId}" is no longer offered. Choose another plan first.`,
    );
  }
}

const whyInactive: Readonly<Record<InactiveReason, (planId: string) => string>> = {
  unpaid: (planId) => `Your plan "${planId}" is not paid. Pay the open invoice, or choose another plan first.`,
  too_many_keys: (planId) => `You have more keys than the ${planId} plan allows. Revoke keys, or choose a larger plan.`,
};
