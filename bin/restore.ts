import { parseArgs } from 'node:util';
import { DescribeTableCommand } from '@aws-sdk/client-dynamodb';
import { dueIndex } from '../src/environment.ts';
import { connectDynamoDb } from '../src/table/sdk-table.ts';
import { markComputedDays, putMissing } from '../src/usage/restore-tables.ts';
import { errorLine } from './command-errors.ts';
import { localAccess } from './local-access.ts';

const help = `Puts rows that are gone back into a table, from a copy of it as it once was.

  npm run restore -- --from COPY --to TABLE

  --from COPY     the table that was restored to a point in time (docs/operating.md)
  --to TABLE      the table that lacks rows; a row that is there stays as it is
  --endpoint URL  a DynamoDB other than AWS's, like DynamoDB Local

On AWS it uses the credentials and region of the environment, as the AWS CLI does. It can be run again after an error.
A table with a stream is refused: what is put into Records is counted as new requests. Days of Usage are computed again
within an hour, as hours that came back may be missing from their figures.
`;

const options = {
  from: { type: 'string' },
  to: { type: 'string' },
  endpoint: { type: 'string' },
  help: { type: 'boolean', default: false },
} as const;

async function restore(): Promise<void> {
  const { from, to, endpoint, help: wanted } = parseArgs({ options }).values;
  if (wanted) return void process.stdout.write(help);
  if (!from || !to) throw new Error('Name both tables, with --from and --to; --help says more.');
  const client = connectDynamoDb(endpoint ? { endpoint, ...localAccess } : {});
  const { Table } = await client.send(new DescribeTableCommand({ TableName: to }));
  if (Table?.StreamSpecification?.StreamEnabled)
    throw new Error(`${to} has a stream; --help says why that is refused.`);
  const { put, kept } = await putMissing(client, from, to);
  process.stdout.write(`${put} rows put back, ${kept} were there\n`);
  const isUsage = Table?.GlobalSecondaryIndexes?.some(({ IndexName }) => IndexName === dueIndex.name);
  if (isUsage) process.stdout.write(`${await markComputedDays(client, to)} days will be computed again\n`);
}

try {
  await restore();
} catch (error) {
  process.stderr.write(`${errorLine(error)}\n`);
  process.exitCode = 1;
}
