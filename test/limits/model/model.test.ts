import { expect, test } from '@jest/globals';
import { memoryTable } from '../../json-rpc/memory-table.ts';
import { historyOf } from './history.ts';
import { runHistory } from './run-history.ts';

const seeds = Array.from({ length: 120 }, (_, index) => index + 1);
const clean = { overLimit: [], needlesslyRefused: [], needlesslyUnavailable: [], miscounted: [], forgotten: [] };

/** `npm run lab -- histories` runs more of them. */
test('no history exceeds a limit, refuses a call with room, counts a call again without a lost answer, or forgets to return one', async () => {
  let [admitted, refused, unavailable] = [0, 0, 0];
  for (const seed of seeds) {
    const findings = await runHistory(historyOf(seed), memoryTable());
    expect({ seed, ...findings }).toMatchObject({ seed, ...clean });
    admitted += findings.admitted;
    refused += findings.refused;
    unavailable += findings.unavailable;
  }
  expect(Math.min(admitted, refused, unavailable)).toBeGreaterThan(100);
});
