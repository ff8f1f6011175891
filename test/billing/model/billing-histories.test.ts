import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { effort } from '../../support/effort.ts';
import { memoryDirectory } from '../../support/memory-directory.ts';
import { histories } from './history.ts';
import type { Totals } from './outcomes.ts';
import { runHistory } from './run-history.ts';

const seed = Number(process.env.BILLING_SEED ?? 1);
// Far more than the histories need on a busy machine: it only ends shrinking before jest does.
const shrinking = { interruptAfterTimeLimit: 500_000, markInterruptAsFailure: true };

/** `npm run lab -- billing-histories` runs more of them. */
test('nobody pays twice, has a plan without paying for it, or pays without having the plan', async () => {
  const totals: Totals = new Map();
  const property = fc.asyncProperty(histories, async (history) => {
    const directory = memoryDirectory();
    await runHistory(history, { directory, scan: directory.scan }, totals);
  });
  await fc.assert(property, { seed, numRuns: effort(20, 2_000), ...shrinking });
  for (const outcome of [
    'buy: paid',
    'change plan: to paid: changed',
    'change plan: to free: changed',
    'event: done',
  ]) {
    expect([outcome, (totals.get(outcome) ?? 0) > 5]).toEqual([outcome, true]);
  }
});
