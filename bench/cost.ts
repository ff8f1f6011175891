import { fileURLToPath } from 'node:url';
import { floodTable } from './cost/floods.ts';
import { measuredFor } from './cost/measured.ts';
import { costReport, type Reckoning } from './cost/report.ts';
import { shapes } from './cost/shapes.ts';
import { type Deployment, perMillion, usesOf } from './cost/terms.ts';
import * as deployment from './deployed.ts';
import { thisMachine } from './machine.ts';
import { writeSection } from './page.ts';
import { targetReport } from './report.ts';
import { type Result, ResultFiles, type Results } from './results.ts';
import { targets } from './targets.ts';

// npm run cost: reckons what a million calls cost from what was measured, prints it, and writes it into the page.

const files = new ResultFiles(fileURLToPath(new URL('results', import.meta.url)));

function reckon(results: Results, deployment: Deployment): Reckoning[] {
  return shapes.map((shape) => {
    const measured = measuredFor(shape, results);
    return { shape, measured, uses: usesOf(shape, measured, deployment) };
  });
}

const resultOf = (reckonings: readonly Reckoning[]): Result => ({
  title: 'Cost per million calls',
  measures: 'Reckoned by `npm run cost`.',
  startedAt: new Date().toISOString(),
  machine: thisMachine(),
  figures: reckonings.map(({ shape, uses }) => {
    const { total } = perMillion(shape, uses);
    return { name: shape.name, unit: '$ per million calls', median: total, rounds: [total] };
  }),
});

const reckonings = reckon(files.newest(), deployment);
const text = costReport(reckonings, deployment);
process.stdout.write(`${text}\n`);
files.add('cost', resultOf(reckonings));
writeSection('cost', text);
const [first] = reckonings;
if (first) writeSection('floods', floodTable(first.measured, deployment), 'operating.md');
writeSection('targets', targetReport(files.newest(), targets));
