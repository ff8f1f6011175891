import { parseArgs } from 'node:util';
import { DescribeTableCommand } from '@aws-sdk/client-dynamodb';
import { dueIndex } from '../src/environment.ts';
import { connectDynamoDb } from '../src/table/sdk-table.ts';
import { markComputedDays, putMissing } from '../src/usage/restore-tables.ts';
import { errorLine } from './command-errors.ts';
import { localAccess } from './local-access.ts';

const help = `Copies missing rows into a table from a restored copy of it.

  npm run restore -- --from COPY --to TABLE

  --from COPY     table restored to a point in time (docs/operating.md)
  --to TABLE      table with missing rows; existing rows are not changed
  --endpoint URL  DynamoDB endpoint, for example DynamoDB Local   (default: AWS)

Uses the AWS credentials and region of the environment, like the AWS CLI. If it fails, run it again. Tables with a stream
are refused, because rows added to Records would be counted as new requests. Days of the Usage table are computed again
within an hour, because their figures may lack hours that are now restored.
`;

const options = {
  from: { type: 'string' },
  to: { type: 'string' },
  endpoint: { type: 'string' },
  help: { type: 'boolean', default: false },
} as const;

async function restore(): Promise<void> {
  const { from, to, endpoint, help: showHelp } = parseArgs({ options }).values;
  if (showHelp) return void process.stdout.write(help);
  if (!from || !to) throw new Error('Set both --from and --to; see --help.');
  const client = connectDynamoDb(endpoint ? { endpoint, ...localAccess } : {});
  const { Table } = await client.send(new DescribeTableCommand({ TableName: to }));
  if (Table?.StreamSpecification?.StreamEnabled)
    throw new Error(`The table ${to} has a stream and cannot be restored this way; see --help.`);
  const { put, kept } = await putMissing(client, from, to);
  process.stdout.write(`${put} rows restored, ${kept} already existed\n`);
  const isUsage = Table?.GlobalSecondaryIndexes?.some(({ IndexName }) => IndexName === dueIndex.name);
  if (isUsage) process.stdout.write(`${await markComputedDays(client, to)} days will be computed again\n`);
}

try {
  await restore();
} catch (error) {
  process.stderr.write(`${errorLine(error)}\n`);
  process.exitCode = 1;
}
