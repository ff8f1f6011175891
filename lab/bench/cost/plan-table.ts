import { isCovered, type PlanCost } from '../../../src/cost/plan-cost.ts';
import { numeral, table } from '../report-format.ts';
import { percent, wholeDollars } from './cost-format.ts';

/** The costs of a plan with the usual node, and with a slow one. */
export type PlanCosts = { readonly usual: PlanCost; readonly slow: PlanCost };

type PlanTable = { readonly plans: readonly PlanCosts[]; readonly slowNodeMs: number };

/** What each plan costs at full use, and what of that its price covers. */
export const planTable = ({ plans, slowNodeMs }: PlanTable): string =>
  table(
    [
      'plan',
      'million calls a month',
      '$ per million',
      'cost at full use',
      'price',
      'price covers, of full use',
      `with nodes of ${slowNodeMs} ms`,
    ],
    plans.map(({ usual, slow }) => [
      usual.plan.id,
      numeral(usual.millionsPerMonth),
      usual.perMillion.toFixed(2),
      wholeDollars(usual.dollarsPerMonth),
      usual.covered === undefined ? 'free' : wholeDollars(usual.plan.pricePerMonth),
      coveredShare(usual) ?? '–',
      coveredShare(slow) ?? `costs ${wholeDollars(slow.dollarsPerMonth)}`,
    ]),
  );

/** Bold if it breaks the rule. */
function coveredShare(cost: PlanCost): string | undefined {
  if (cost.covered === undefined) return undefined;
  return isCovered(cost) ? percent(cost.covered) : `**${percent(cost.covered)}**`;
}
