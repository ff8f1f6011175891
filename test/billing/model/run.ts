import fc from 'fast-check';
import { memoryDirectory } from '../../support/memory-directory.ts';
import { histories } from './history.ts';
import type { Totals } from './outcomes.ts';
import { runHistory } from './run-history.ts';

/** Runs random histories of billing: BILLING_RUNS=10000 BILLING_SEED=1 npm run billing-histories */
const numRuns = Number(process.env.BILLING_RUNS ?? 10_000);
const seed = Number(process.env.BILLING_SEED ?? 1);
const path = process.env.BILLING_PATH;
const totals: Totals = new Map();
const started = Date.now();

const outcome = await fc.check(
  fc.asyncProperty(histories, async (history) => {
    const directory = memoryDirectory();
    await runHistory(history, { directory, scan: directory.scan }, totals);
  }),
  { numRuns, seed, ...(path && { path }) },
);
for (const [name, count] of [...totals].toSorted(([one], [other]) => (one < other ? -1 : 1))) console.log(count, name);
console.log(`${outcome.numRuns} histories, seed ${seed}, ${Math.round((Date.now() - started) / 1_000)} s`);
if (outcome.failed) {
  console.log(fc.defaultReportMessage(outcome));
  console.log(outcome.errorInstance);
  process.exitCode = 1;
}
