import { table } from '../markdown.ts';
import { numeral } from '../numeral.ts';
import { percent, wholeDollars } from './amounts.ts';
import type { Costs } from './costs.ts';
import { isCovered, type PlanCost } from './plans.ts';

/** What each plan costs at full use, and what of that its price covers. */
export const planTable = ({ plans, slowNodeMs }: Pick<Costs, 'plans' | 'slowNodeMs'>): string =>
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
      usual.covered === undefined ? 'free' : wholeDollars(usual.plan.dollarsPerMonth),
      coveredShare(usual) ?? '–',
      coveredShare(slow) ?? `costs ${wholeDollars(slow.dollarsPerMonth)}`,
    ]),
  );

/** Bold where it breaks the rule. */
function coveredShare(cost: PlanCost): string | undefined {
  if (cost.covered === undefined) return undefined;
  return isCovered(cost) ? percent(cost.covered) : `**${percent(cost.covered)}**`;
}
