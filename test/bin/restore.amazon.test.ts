import { expect, test } from '@jest/globals';
import { dynamoDbOptions, makeTable } from '../support/dynamodb.ts';
import { runInHost, runWithoutAws } from '../support/program-host.ts';

// On Amazon's DynamoDB only: the embedded one takes no ARN for a table's name (docs/local-dynamodb.md).

test('restoring a table into itself is refused with exit code 3, also by its ARN', async () => {
  const table = await makeTable(true);
  const arn = `arn:aws:dynamodb:us-east-1:000000000000:table/${table}`;
  const args = ['--from', table, '--to', arn, '--endpoint', dynamoDbOptions().endpoint];
  const { code, err } = await runInHost(runWithoutAws('bin/restore.ts', args));
  expect([code, err]).toEqual([3, `${table} and ${arn} are the same table.\n`]);
});
