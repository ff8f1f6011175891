import fc from 'fast-check';
import { makeTable, sdkClient } from '../../../lab/bench/local-dynamodb.ts';
import { startDynamoDb } from '../../../packages/cdk-local/dynamodb/dynamodb.ts';
import { createDirectory, createScan } from '../../../src/table/directory-table.ts';
import { memoryDirectory } from '../../support/memory-directory.ts';
import type { Storage } from './billing-world.ts';
import { histories } from './history.ts';
import type { Totals } from './outcomes.ts';
import { runHistory } from './run-history.ts';

/**
 * Runs random histories of billing and tells how often each action ended how:
 * BILLING_RUNS=10000 BILLING_SEED=1 [BILLING_DYNAMODB=1] [BILLING_SHRINK=1] npm run lab -- billing-histories
 */
const numRuns = Number(process.env.BILLING_RUNS ?? 10_000);
const seed = Number(process.env.BILLING_SEED ?? 1);
const totals: Totals = new Map();
const startedAt = Date.now();

async function openStorage(): Promise<{ storage: () => Promise<Storage>; close: () => Promise<void> }> {
  if (process.env.BILLING_DYNAMODB === undefined) {
    const inMemory = async () => {
      const directory = memoryDirectory();
      return { directory, scan: directory.scan };
    };
    return { storage: inMemory, close: async () => {} };
  }
  const { url, stop } = await startDynamoDb();
  const client = sdkClient(url);
  let tables = 0;
  const atDynamoDb = async () => {
    tables += 1;
    const name = `Directory-${tables}`;
    await makeTable(client, name, 'pk', 'sk');
    return { directory: createDirectory(client, name), scan: createScan(client, name, 100) };
  };
  const close = async () => {
    client.destroy();
    await stop();
  };
  return { storage: atDynamoDb, close };
}

const { storage, close } = await openStorage();
const property = fc.asyncProperty(histories, async (history) => runHistory(history, await storage(), totals));
const outcome = await fc.check(property, { numRuns, seed, endOnFailure: process.env.BILLING_SHRINK === undefined });
await close();
for (const [name, count] of [...totals].toSorted(([one], [other]) => (one < other ? -1 : 1))) console.log(count, name);
console.log(`${outcome.numRuns} histories, seed ${seed}, ${Math.round((Date.now() - startedAt) / 1_000)} s`);
if (outcome.failed) {
  console.log(fc.defaultReportMessage(outcome));
  console.log(outcome.errorInstance);
  process.exitCode = 1;
}
