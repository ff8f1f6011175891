import { parseArgs } from 'node:util';
import { BatchWriteCommand, type DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { registerAccount } from '../src/accounts/accounts.ts';
import { systemClock } from '../src/clock.ts';
import { ensureKey } from '../src/keys/create.ts';
import { createLog } from '../src/log.ts';
import { findPlan } from '../src/plans/plans.ts';
import type { RequestRecord } from '../src/records/record.ts';
import { writeRecord } from '../src/records/record-writer.ts';
import { connect } from '../src/table/connect.ts';
import { createDirectory } from '../src/table/directory.ts';
import { createTable, type Item } from '../src/table/table.ts';
import { concurrently } from '../src/usage/concurrently.ts';
import { requestAt } from './demo/request.ts';
import { weekMs, weekOf, workloads } from './demo/week.ts';
import { localAccess } from './local-access.ts';

const help = `Makes an account on the business plan whose keys have a week of made-up usage behind them. For the local runtime.

  node bin/demo.ts --account ID --email ADDRESS --directory TABLE --records TABLE --endpoint URL

The usage is written as records, which the tally counts. An account that has its keys already stays as it is. Prints one
line of JSON.
`;

const options = {
  account: { type: 'string', default: '' },
  email: { type: 'string', default: '' },
  directory: { type: 'string', default: '' },
  records: { type: 'string', default: '' },
  endpoint: { type: 'string', default: '' },
  help: { type: 'boolean', default: false },
} as const;

const planId = 'business';
async function demo(): Promise<void> {
  const { values } = parseArgs({ options });
  if (values.help) return void process.stdout.write(help);
  const missing = Object.entries(values).find(([, value]) => value === '');
  if (missing) throw new Error(`--${missing[0]} is missing; --help says more.`);
  const { account: accountId, email, endpoint } = values;
  const client = connect({ endpoint, ...localAccess, requestHandler: { requestTimeout: 20_000 } });
  const directory = createDirectory(client, values.directory);
  const now = systemClock();
  const weekAgo = () => now - weekMs;
  await registerAccount(directory, { accountId, email, planId }, weekAgo);
  const requests: RequestRecord[] = [];
  for (const workload of workloads) {
    const { key, replayed } = await ensureKey(directory, accountId, { name: workload.name }, weekAgo);
    const moments = replayed ? [] : weekOf(workload, now, Math.random);
    requests.push(...moments.map((at) => requestAt({ at, workload, keyId: key.keyId, accountId }, Math.random)));
  }
  await writeRecords(client, values.records, requests);
  process.stdout.write(`${JSON.stringify({ accountId, records: requests.length })}\n`);
}

/** Writes them as the gateway does, but 25 at once, the most that DynamoDB takes: a week is long. */
async function writeRecords(client: DynamoDBDocumentClient, tableName: string, requests: readonly RequestRecord[]) {
  const items: Item[] = [];
  const collecting = { ...createTable(client, tableName), put: async (item: Item) => void items.push(item) };
  const { historyDays = 1 } = findPlan(planId) ?? {};
  // In the order in which they would have come.
  const inOrder = requests.toSorted((left, right) => left.at - right.at);
  for (const request of inOrder) await writeRecord(collecting, createLog('warn'), request, historyDays);
  const batches = Array.from({ length: Math.ceil(items.length / 25) }, (_, n) => items.slice(n * 25, (n + 1) * 25));
  await concurrently(batches, async (batch) => {
    const puts = batch.map((Item) => ({ PutRequest: { Item } }));
    // DynamoDB Local takes a batch whole.
    await client.send(new BatchWriteCommand({ RequestItems: { [tableName]: puts } }));
  });
}

await demo();
