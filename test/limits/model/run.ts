import { parseArgs } from 'node:util';
import { makeTable, sdkClient } from '../../../lab/bench/local-dynamodb.ts';
import { startDynamoDb } from '../../../packages/cdk-local/dynamodb/dynamodb.ts';
import type { ItemTable } from '../../../src/table/item-table.ts';
import { createSdkTable } from '../../../src/table/sdk-table.ts';
import { memoryTable } from '../../json-rpc/memory-table.ts';
import { historyOf } from './history.ts';
import { runHistory } from './run-history.ts';

/**
 * Runs random histories of admissions and checks each with the oracle:
 * npm run lab -- histories --histories 10000 --seed 1 [--dynamodb-local]
 */
const { values } = parseArgs({
  options: {
    histories: { type: 'string', default: '1000' },
    seed: { type: 'string', default: '1' },
    'dynamodb-local': { type: 'boolean', default: false },
  },
});
const first = Number(values.seed);
const count = Number(values.histories);

async function openTable(): Promise<{ table: () => ItemTable; close: () => Promise<void> }> {
  if (!values['dynamodb-local']) return { table: memoryTable, close: async () => {} };
  const { url, stop } = await startDynamoDb();
  const client = sdkClient(url);
  await makeTable(client, 'Admissions', 'pk');
  const table = createSdkTable(client, 'Admissions');
  return {
    table: () => table,
    close: async () => {
      client.destroy();
      await stop();
    },
  };
}

const { table, close } = await openTable();
const figures = { asked: 0, admitted: 0, refused: 0, unavailable: 0 };
const broken = { overLimit: 0, needlesslyRefused: 0, needlesslyUnavailable: 0, miscounted: 0, forgotten: 0 };
for (let seed = first; seed < first + count; seed += 1) {
  const findings = await runHistory(historyOf(seed), table(), `h${seed}`);
  for (const name of ['asked', 'admitted', 'refused', 'unavailable'] as const) figures[name] += findings[name];
  for (const name of ['overLimit', 'needlesslyRefused', 'needlesslyUnavailable', 'miscounted', 'forgotten'] as const) {
    broken[name] += findings[name].length;
    for (const what of findings[name]) console.log(`seed ${seed}: ${name}: ${what}`);
  }
}
await close();
console.log(`seeds ${first} to ${first + count - 1}:`, JSON.stringify({ ...figures, ...broken }));
if (Object.values(broken).some((found) => found > 0)) process.exitCode = 1;
