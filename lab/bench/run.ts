import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import type { Benchmark } from './benchmark.ts';
import { benchmarks } from './benchmarks.ts';
import { thisMachine } from './machine.ts';
import { figureReport, targetReport } from './report.ts';
import { numeral, writeSection } from './report-format.ts';
import { type Result, ResultFiles } from './results.ts';
import { median } from './statistics.ts';
import { judge, targets } from './targets.ts';

const help = `Measures what the gateway costs, keeps the figures in lab/bench/results and writes their tables:
figures.md there, and the targets in docs/performance.md.

  npm run lab -- bench [NAME…] [--check]

  NAME      one of ${Object.keys(benchmarks).join(', ')}  (default: all)
  --check   end with 1 when a target of what was run does not hold
`;

const files = new ResultFiles(fileURLToPath(new URL('results', import.meta.url)));

async function run(names: readonly string[], check: boolean): Promise<void> {
  for (const name of names) files.add(name, await runOne(name));
  const results = files.newest();
  writeSection('targets', targetReport(results, targets), 'docs/performance.md');
  writeSection('bench', figureReport(results, Object.keys(benchmarks)), 'lab/bench/results/figures.md');
  const missed = targets
    .filter(({ benchmark }) => names.includes(benchmark))
    .filter((one) => !judge(one, results).holds);
  for (const { what } of missed) process.stdout.write(`does not hold: ${what}\n`);
  if (check && missed.length > 0) process.exitCode = 1;
}

async function runOne(name: string): Promise<Result> {
  const { benchmark } = (await benchmarks[name]?.()) ?? unknown(name);
  process.stdout.write(`${name}: ${benchmark.title}\n`);
  const beginning = { startedAt: new Date().toISOString(), machine: thisMachine() };
  const figures = (await benchmark.run()).map((figure) => ({ ...figure, median: median(figure.rounds) }));
  for (const figure of figures) {
    process.stdout.write(`  ${figure.name.padEnd(70)} ${numeral(figure.median).padStart(8)} ${figure.unit}\n`);
  }
  return { title: benchmark.title, measures: benchmark.measures, ...beginning, figures };
}

function unknown(name: string): { benchmark: Benchmark } {
  throw new Error(`There is no benchmark ${JSON.stringify(name)}; --help names them.`);
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { check: { type: 'boolean', default: false }, help: { type: 'boolean', default: false } },
});
if (values.help) process.stdout.write(help);
else await run(positionals.length > 0 ? positionals : Object.keys(benchmarks), values.check);
