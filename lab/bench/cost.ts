import { fileURLToPath } from 'node:url';
import { perMillion, usesOf } from '../../src/cost/cost-terms.ts';
import { prod } from '../../src/cost/deployment.ts';
import { measuredFigures } from '../../src/cost/measured-figures.ts';
import { planCost } from '../../src/cost/plan-cost.ts';
import { figuresFor } from '../../src/cost/shape-figures.ts';
import { reference, type Shape, shapes } from '../../src/cost/shapes.ts';
import { plans } from '../../test/support/settings.ts';
import { costReport } from './cost/cost-report.ts';
import type { Costs, ShapeCost } from './cost/cost-report-data.ts';
import { dayPrices, dayPriceTable, renewalPrice, renewalTable } from './cost/day-prices.ts';
import { fixedCosts } from './cost/fixed-costs.ts';
import { floodTable } from './cost/floods.ts';
import { vpcTable } from './cost/option-costs.ts';
import { sensitivityReport, summaryTable } from './cost/term-tables.ts';
import { thisMachine } from './machine.ts';
import { provenanceText } from './provenance.ts';
import { targetReport } from './report.ts';
import { writeSection } from './report-format.ts';
import { type Result, ResultFiles } from './results.ts';
import { targets } from './targets.ts';
import { thisRun } from './this-run.ts';

// npm run lab -- cost: computes from src/cost what calls, plans and a stack cost, prints it, and writes it into the pages.

const files = new ResultFiles(fileURLToPath(new URL('results', import.meta.url)));
const slowNodeMs = 250;
const provenance = thisRun('npm run lab -- cost');

const figuresOf = (shape: Shape) => figuresFor(shape, measuredFigures, prod.batching);

const shapeCosts = (): ShapeCost[] =>
  shapes.map((shape) => {
    const figures = figuresOf(shape);
    return { shape, figures, uses: usesOf(shape, figures, prod) };
  });

const costsOf = (): Costs => ({
  shapes: shapeCosts(),
  plans: plans.all.map((plan) => ({
    usual: planCost(plan),
    slow: planCost(plan, slowNodeMs),
  })),
  slowNodeMs,
  fixed: fixedCosts(),
  sensitivity: sensitivityReport(prod),
});

const resultOf = ({ shapes }: Costs): Result => ({
  title: 'Cost per million calls',
  measures: 'Computed from src/cost.',
  ...provenance,
  machine: thisMachine(),
  figures: shapes.map(({ shape, uses }) => {
    const { total } = perMillion(shape, uses);
    return { name: shape.name, unit: '$ per million calls', median: total, rounds: [total] };
  }),
});

/** Each table says of which run it is. */
const write = (name: string, text: string, page: string): void =>
  writeSection(name, `${text}\n\n${provenanceText(provenance)}`, page);

const costs = costsOf();
const text = costReport(costs, prod);
process.stdout.write(`${text}\n`);
files.add('cost', resultOf(costs));
write('cost', text, 'lab/bench/results/cost.md');
// The answer comes first.
write('cost-summary', text.split('\n\n')[0] ?? '', 'docs/performance.md');
write('costs', summaryTable(costs), 'docs/operating.md');
write('vpc-costs', vpcTable(), 'docs/vpc.md');
write('floods', floodTable(figuresOf(reference), prod), 'docs/operating.md');
const usual = costs.plans.map((plan) => plan.usual);
const renewals = [await renewalPrice('developer', 'scale', 42), await renewalPrice('developer', 'scale', 720)];
write('day-prices', dayPriceTable(await dayPrices(), usual), 'docs/billing.md');
write('renewal-prices', renewalTable(renewals, usual), 'docs/billing.md');
writeSection('targets', targetReport(files.newest(), targets), 'docs/performance.md');
