import { fileURLToPath } from 'node:url';
import { plans } from '../../test/support/settings.ts';
import { costReport } from './cost/cost-report.ts';
import type { Costs, ShapeCost } from './cost/cost-report-data.ts';
import { type Deployment, perMillion, usesOf } from './cost/cost-terms.ts';
import { dayPrices, dayPriceTable, renewalPrice, renewalTable } from './cost/day-prices.ts';
import { fixedCosts } from './cost/fixed-costs.ts';
import { floodTable } from './cost/floods.ts';
import { measuredFor } from './cost/measured.ts';
import { planCost } from './cost/plan-cost.ts';
import { reference, shapes } from './cost/shapes.ts';
import { sensitivityReport, summaryTable } from './cost/term-tables.ts';
import * as deployment from './deployed.ts';
import { thisMachine } from './machine.ts';
import { targetReport } from './report.ts';
import { writeSection } from './report-format.ts';
import { type Result, ResultFiles, type Results } from './results.ts';
import { targets } from './targets.ts';

// npm run cost: computes from what was measured what calls, plans and a stack cost, prints it, and writes it into the
// pages.

const files = new ResultFiles(fileURLToPath(new URL('results', import.meta.url)));
const slowNodeMs = 250;

const shapeCosts = (results: Results, deployment: Deployment): ShapeCost[] =>
  shapes.map((shape) => {
    const measured = measuredFor(shape, results);
    return { shape, measured, uses: usesOf(shape, measured, deployment) };
  });

const costsOf = (results: Results, deployment: Deployment): Costs => ({
  shapes: shapeCosts(results, deployment),
  plans: plans.all.map((plan) => ({
    usual: planCost(plan, results, deployment),
    slow: planCost(plan, results, deployment, slowNodeMs),
  })),
  slowNodeMs,
  fixed: fixedCosts(),
  sensitivity: sensitivityReport(results, deployment),
});

const resultOf = ({ shapes }: Costs): Result => ({
  title: 'Cost per million calls',
  measures: 'Computed by `npm run lab -- cost`.',
  startedAt: new Date().toISOString(),
  machine: thisMachine(),
  figures: shapes.map(({ shape, uses }) => {
    const { total } = perMillion(shape, uses);
    return { name: shape.name, unit: '$ per million calls', median: total, rounds: [total] };
  }),
});

const results = files.newest();
const costs = costsOf(results, deployment);
const text = costReport(costs, deployment);
process.stdout.write(`${text}\n`);
files.add('cost', resultOf(costs));
writeSection('cost', text, 'lab/bench/results/cost.md');
// The answer comes first.
writeSection('cost-summary', text.split('\n\n')[0] ?? '', 'docs/performance.md');
writeSection('costs', summaryTable(costs), 'docs/operating.md');
writeSection('floods', floodTable(measuredFor(reference, results), deployment), 'docs/operating.md');
const usual = costs.plans.map((plan) => plan.usual);
const renewals = [await renewalPrice('developer', 'scale', 42), await renewalPrice('developer', 'scale', 720)];
writeSection('day-prices', dayPriceTable(await dayPrices(), usual), 'docs/billing.md');
writeSection('renewal-prices', renewalTable(renewals, usual), 'docs/billing.md');
writeSection('targets', targetReport(files.newest(), targets), 'docs/performance.md');
