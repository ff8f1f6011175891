import { isCovered, type PlanCost } from '../../../src/cost/plan-cost.ts';
import { numeral, table } from '../report-format.ts';
import { percent, wholeDollars } from './cost-format.ts';

/** The costs of a plan with the usual node, with one of 100 ms and with one of 250 ms. */
export type PlanCosts = { readonly usual: PlanCost; readonly slower: PlanCost; readonly slow: PlanCost };

/** What each plan costs at full use, and what of that its price covers. */
export const planTable = (plans: readonly PlanCosts[]): string =>
  table(
    [
      'plan',
      'million calls a month',
      '$ per million',
      'cost at full use',
      'price',
      'price covers, of full use',
      'with nodes of 100 ms',
      'of 250 ms',
    ],
    plans.map(({ usual, slower, slow }) => [
      usual.plan.id,
      numeral(usual.millionsPerMonth),
      usual.perMillion.toFixed(2),
      wholeDollars(usual.dollarsPerMonth),
      usual.covered === undefined ? 'free' : wholeDollars(usual.plan.pricePerMonth),
      coveredShare(usual) ?? '–',
      ...[slower, slow].map((cost) => coveredShare(cost) ?? `costs ${wholeDollars(cost.dollarsPerMonth)}`),
    ]),
  );

/** Bold if it breaks the rule. */
function coveredShare(cost: PlanCost): string | undefined {
  if (cost.covered === undefined) return undefined;
  return isCovered(cost) ? percent(cost.covered) : `**${percent(cost.covered)}**`;
}
