import { expect, test } from '@jest/globals';
import { memoryTable } from '../../json-rpc/memory-table.ts';
import { emptyTable } from '../../support/dynamodb.ts';
import { historyOf } from './history.ts';
import { runHistory } from './run-history.ts';

// So what model.test.ts finds with tables in memory holds for DynamoDB.
test('DynamoDB counts like the table in memory', async () => {
  const table = await emptyTable({ sortKey: false });
  for (const seed of [1, 2, 3]) {
    const findings = await runHistory(historyOf(seed), table, `h${seed}`);
    expect(findings).toEqual(await runHistory(historyOf(seed), memoryTable(), `h${seed}`));
  }
});
