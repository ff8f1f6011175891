import { expect, test } from '@jest/globals';
import { memoryTable } from '../../json-rpc/memory-table.ts';
import { emptyTable } from '../../support/dynamodb.ts';
import { historyOf } from './history.ts';
import { runHistory } from './run-history.ts';

const seeds = (from: number, count: number) => Array.from({ length: count }, (_, index) => from + index);
const clean = { overLimit: [], needlesslyRefused: [], needlesslyUnavailable: [], miscounted: [] };

/** `npm run lab -- histories` runs more of them. */
test('no history exceeds a limit, refuses a call that has room, or counts a call again without a lost answer', async () => {
  let [admitted, refused, unavailable] = [0, 0, 0];
  for (const seed of seeds(1, 120)) {
    const findings = await runHistory(historyOf(seed), memoryTable());
    expect({ seed, ...findings }).toMatchObject({ seed, ...clean });
    admitted += findings.admitted;
    refused += findings.refused;
    unavailable += findings.unavailable;
  }
  expect(Math.min(admitted, refused, unavailable)).toBeGreaterThan(100);
});

test('DynamoDB counts like the table in memory', async () => {
  const table = await emptyTable({ sortKey: false });
  for (const seed of seeds(1, 3)) {
    const findings = await runHistory(historyOf(seed), table, `h${seed}`);
    expect(findings).toEqual(await runHistory(historyOf(seed), memoryTable(), `h${seed}`));
    expect(findings).toMatchObject(clean);
  }
});
