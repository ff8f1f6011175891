import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { createDirectory, createScan } from '../../../src/table/directory-table.ts';
import { documentClient, makeTable } from '../../support/dynamodb.ts';
import { memoryDirectory } from '../../support/memory-directory.ts';
import { histories } from './history.ts';
import type { Totals } from './outcomes.ts';
import { runHistory } from './run-history.ts';

// So what billing-histories.test.ts finds with a Directory in memory holds for DynamoDB.
test('DynamoDB gives the same histories as the Directory in memory', async () => {
  for (const history of fc.sample(histories, { seed: 1, numRuns: 2 })) {
    const table = await makeTable(true);
    const directory = createDirectory(documentClient(), table);
    const scan = createScan(documentClient(), table, 100);
    const memory = memoryDirectory();
    const [atDynamoDb, inMemory]: [Totals, Totals] = [new Map(), new Map()];
    await runHistory(history, { directory, scan }, atDynamoDb);
    await runHistory(history, { directory: memory, scan: memory.scan }, inMemory);
    expect(atDynamoDb).toEqual(inMemory);
  }
});
