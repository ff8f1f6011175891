import type { Plan } from '../../../src/plans.ts';
import { numeral, table } from '../report-format.ts';
import type { Results } from '../results.ts';
import { daysPerMonth } from './assumptions.ts';
import { type Deployment, percent, perMillion, usesOf, wholeDollars } from './cost-terms.ts';
import { measuredFor } from './measured.ts';
import { reference, type Shape } from './shapes.ts';

/** What an account of a plan costs when all its keys use all their calls. */
export type PlanCost = {
  readonly plan: Plan;
  readonly millionsPerMonth: number;
  readonly perMillion: number;
  readonly dollarsPerMonth: number;
  /** The share of full use whose cost the price covers; undefined for a plan without a price. */
  readonly covered: number | undefined;
};

/** The least share of full use that a price must cover. */
export const leastCovered = 0.5;

/**
 * The most expensive way to use a plan up: every key calls evenly all day, so that few of its calls share a tally
 * write.
 */
const shapeOf = ({ id, limits, historyDays }: Plan, nodeMs: number): Shape => ({
  ...reference,
  name: id,
  nodeMs,
  historyDays,
  perKeyPerSecond: limits.callsPerDay / 86_400,
});

/**
 * A plan's calls beside those of others, 10 million a day, which fill the batches of the tally; without fixed costs.
 * @throws {FigureMissingError}
 */
export function planCost(plan: Plan, results: Results, deployment: Deployment, nodeMs = reference.nodeMs): PlanCost {
  const shape = shapeOf(plan, nodeMs);
  const { total } = perMillion(shape, usesOf(shape, measuredFor(shape, results), deployment));
  const millionsPerMonth = (plan.keys * plan.limits.callsPerDay * daysPerMonth) / 1e6;
  const dollarsPerMonth = millionsPerMonth * total;
  const covered = plan.pricePerMonth > 0 ? plan.pricePerMonth / dollarsPerMonth : undefined;
  return { plan, millionsPerMonth, perMillion: total, dollarsPerMonth, covered };
}

/** Checks that the price covers the cost of enough of full use. */
export const isCovered = ({ covered }: PlanCost): boolean => covered === undefined || covered >= leastCovered;

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
