import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { benchmarks } from './benchmarks.ts';
import { thisMachine } from './machine.ts';
import { figureReport, targetReport } from './report.ts';
import { numeral, writeSection } from './report-format.ts';
import { type Result, ResultFiles } from './results.ts';
import { median } from './statistics.ts';
import { judge, targets } from './targets.ts';
import { thisRun } from './this-run.ts';

const allNames = Object.keys(benchmarks);

const help = `Measures what the gateway costs, keeps the figures in lab/bench/results and writes their tables:
figures.md there, and the targets in docs/performance.md.

  npm run lab -- bench [NAME…] [--check]

  NAME      one of ${allNames.join(', ')}  (default: all)
  --check   end with 1 when a target of what was run does not hold
`;

const files = new ResultFiles(fileURLToPath(new URL('results', import.meta.url)));

async function run(names: readonly string[], check: boolean): Promise<void> {
  for (const name of names) files.add(name, await runOne(name));
  const results = files.newest();
  writeSection('targets', targetReport(results, targets), 'docs/performance.md');
  writeSection('bench', figureReport(results, allNames), 'lab/bench/results/figures.md');
  const missed = targets
    .filter(({ benchmark }) => names.includes(benchmark))
    .filter((one) => !judge(one, results).holds);
  for (const { what } of missed) process.stdout.write(`does not hold: ${what}\n`);
  if (check && missed.length > 0) process.exitCode = 1;
}

async function runOne(name: string): Promise<Result> {
  const load = benchmarks[name];
  if (!load) throw new Error(`There is no benchmark ${name}.`);
  const { benchmark } = await load();
  process.stdout.write(`${name}: ${benchmark.title}\n`);
  const beginning = { ...thisRun(`npm run lab -- bench ${name}`), machine: thisMachine() };
  const figures = (await benchmark.run()).map((figure) => ({ ...figure, median: median(figure.rounds) }));
  for (const figure of figures) {
    process.stdout.write(`  ${figure.name.padEnd(70)} ${numeral(figure.median).padStart(8)} ${figure.unit}\n`);
  }
  return { title: benchmark.title, measures: benchmark.measures, ...beginning, figures };
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { check: { type: 'boolean', default: false }, help: { type: 'boolean', default: false } },
});
const unknown = positionals.find((name) => !allNames.includes(name));
if (values.help) process.stdout.write(help);
else if (unknown !== undefined) {
  // Before the first of them runs for minutes.
  process.stderr.write(`There is no benchmark ${JSON.stringify(unknown)}. There are: ${allNames.join(', ')}.\n`);
  process.exitCode = 2;
} else await run(positionals.length > 0 ? positionals : allNames, values.check);
