import { perMillion, usesOf } from '../../../src/cost/cost-terms.ts';
import { prod } from '../../../src/cost/deployment.ts';
import { measuredFigures } from '../../../src/cost/measured-figures.ts';
import { planCost } from '../../../src/cost/plan-cost.ts';
import { figuresFor } from '../../../src/cost/shape-figures.ts';
import { reference, type Shape, shapes } from '../../../src/cost/shapes.ts';
import { plans } from '../../../test/support/shipped-settings.ts';
import { costReport } from './cost-report.ts';
import type { Costs, ShapeCost } from './cost-report-data.ts';
import { dayPrices, dayPriceTable, renewalPrice, renewalTable } from './day-prices.ts';
import { fixedCosts } from './fixed-costs.ts';
import { floodTable } from './floods.ts';
import { vpcTable } from './option-costs.ts';
import { sensitivityReport, summaryTable } from './term-tables.ts';

/** A generated part of a page. Nothing in it changes with the day or the machine, so that a test compares the pages. */
export type CostSection = { readonly name: string; readonly page: string; readonly text: string };

const figuresOf = (shape: Shape) => figuresFor(shape, measuredFigures, prod.batching);

const shapeCost = (shape: Shape): ShapeCost => {
  const figures = figuresOf(shape);
  return { shape, figures, uses: usesOf(shape, figures, prod) };
};

/** Dollars for a million calls of this shape. */
export const dollarsPerMillion = (shape: Shape): number => perMillion(shape, shapeCost(shape).uses).total;

const costs = (): Costs => ({
  shapes: shapes.map(shapeCost),
  plans: plans.all.map((plan) => ({
    usual: planCost(plan),
    slower: planCost(plan, 100),
    slow: planCost(plan, 250),
  })),
  fixed: fixedCosts(),
  sensitivity: sensitivityReport(prod),
});

export async function costSections(): Promise<CostSection[]> {
  const computed = costs();
  const report = costReport(computed, prod);
  const usual = computed.plans.map((plan) => plan.usual);
  const renewals = [await renewalPrice('developer', 'scale', 42), await renewalPrice('developer', 'scale', 720)];
  return [
    { name: 'cost', page: 'lab/bench/results/cost.md', text: report },
    // The answer comes first.
    { name: 'cost-summary', page: 'docs/performance.md', text: report.split('\n\n')[0] ?? '' },
    { name: 'costs', page: 'docs/operating.md', text: summaryTable(computed) },
    { name: 'vpc-costs', page: 'docs/vpc.md', text: vpcTable() },
    { name: 'floods', page: 'docs/operating.md', text: floodTable(figuresOf(reference), prod) },
    { name: 'day-prices', page: 'docs/billing.md', text: dayPriceTable(await dayPrices(), usual) },
    { name: 'renewal-prices', page: 'docs/billing.md', text: renewalTable(renewals, usual) },
  ];
}
