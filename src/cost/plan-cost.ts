import type { Plan } from '../plans.ts';
import { daysPerMonth } from './assumptions.ts';
import { perMillion, usesOf } from './cost-terms.ts';
import { prod } from './deployment.ts';
import { measuredFigures } from './measured-figures.ts';
import { figuresFor } from './shape-figures.ts';
import { reference, type Shape } from './shapes.ts';

/** What an account of a plan costs when all its keys use all their calls. */
export type PlanCost = {
  readonly plan: Plan;
  readonly millionsPerMonth: number;
  /** At AWS. */
  readonly perMillion: number;
  /** What providers of nodes charge. */
  readonly nodesPerMillion: number;
  readonly dollarsPerMonth: number;
  /** The share of full use whose cost the price covers; undefined for a plan without a price. */
  readonly covered: number | undefined;
};

/** The least share of full use that a price must cover. */
export const leastCovered = 1;

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
 * What a plan's calls cost at AWS as prod is deployed, beside those of others, 10 million a day, which fill the batches
 * of the tally; without fixed costs.
 * @param nodeMs how long nodes took to answer its calls on average; default: that of the published figures
 * @param nodesPerMillion what providers charge for a million calls, in dollars
 */
export function planCost(plan: Plan, nodeMs: number = reference.nodeMs, nodesPerMillion = 0): PlanCost {
  const shape = shapeOf(plan, nodeMs);
  const { total } = perMillion(shape, usesOf(shape, figuresFor(shape, measuredFigures, prod.batching), prod));
  const millionsPerMonth = (plan.keys * plan.limits.callsPerDay * daysPerMonth) / 1e6;
  const dollarsPerMonth = millionsPerMonth * (total + nodesPerMillion);
  const covered = plan.pricePerMonth > 0 ? plan.pricePerMonth / dollarsPerMonth : undefined;
  return { plan, millionsPerMonth, perMillion: total, nodesPerMillion, dollarsPerMonth, covered };
}

/** Checks that the price covers the cost of enough of full use. */
export const isCovered = ({ covered }: PlanCost): boolean => covered === undefined || covered >= leastCovered;
