import { RefusedCommandError } from '../command-errors.ts';
import type { OperatorGateway } from './operator-gateway.ts';

/**
 * A stage refuses the keys of an account whose plan it does not know. So no account may get a plan that only the
 * operator's settings have, because they are not deployed yet or are those of another stage.
 * @throws {RefusedCommandError}
 */
export function requireDeployedPlan(
  { plans, deployedPlans }: Pick<OperatorGateway, 'plans' | 'deployedPlans'>,
  planId: string,
): void {
  // A plan that the settings lack too has an error of its own.
  if (!deployedPlans || deployedPlans.includes(planId) || !plans.find(planId)) return;
  throw new RefusedCommandError(
    `The stage has no plan ${planId}, only ${deployedPlans.join(', ')}. Deploy your settings first, or use those that it ` +
      'was deployed with (--config PATH).',
  );
}
