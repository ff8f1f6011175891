import { BatchWriteCommand, type DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { loadSettings } from '../lib/settings/load-settings.ts';
import { registerAccount } from '../src/accounts/accounts.ts';
import { ensureKey } from '../src/keys/create-key.ts';
import { createReadCalls } from '../src/keys/key-slots.ts';
import { rotateKey } from '../src/keys/rotate-key.ts';
import { createLog } from '../src/log.ts';
import { type Plan, Plans, planChoices } from '../src/plans.ts';
import { writeRecord } from '../src/records/record.ts';
import type { RequestRecord } from '../src/records/record-schema.ts';
import { createDirectory } from '../src/table/directory-table.ts';
import type { Item } from '../src/table/item-table.ts';
import { createSdkTable } from '../src/table/sdk-table.ts';
import { systemClock } from '../src/time.ts';
import { type ExitCode, exitCodeHelp, runProgram } from './command-errors.ts';
import { readCommandLine, refuseArguments, requireOption } from './command-line.ts';
import { admissionsToday } from './demo/admissions.ts';
import { requestAt } from './demo/generate-requests.ts';
import { requestTimesOf, weekMs, workloadsOf } from './demo/workloads.ts';
import { connectTables } from './local-access.ts';

const usage =
  'node bin/demo.ts --account ID --email ADDRESS --directory TABLE --records TABLE --admissions TABLE --endpoint URL';

const help = `Creates an account whose keys have a week of generated usage. For the local runtime.

  ${usage}

The usage is written as records, which the tally counts, and today's also as admissions. A key that already exists gets
a new secret and no further usage. Prints one line of JSON with the secret of each key, and the progress on
standard error.

${exitCodeHelp}`;

const options = {
  account: { type: 'string' },
  email: { type: 'string' },
  directory: { type: 'string' },
  records: { type: 'string' },
  admissions: { type: 'string' },
  endpoint: { type: 'string' },
  help: { type: 'boolean', default: false },
} as const;

/** The cheapest open plan that shows more than the generated week, or else the dearest. */
function demoPlan(plans: Plans): Plan {
  const open = planChoices(plans, 'payer');
  return open.find(({ historyDays }) => historyDays > 7) ?? open.at(-1) ?? plans.free;
}

async function demo(): Promise<ExitCode | undefined> {
  const { values, positionals } = readCommandLine(options, usage);
  if (values.help) return void process.stdout.write(help);
  refuseArguments(positionals, usage);
  const [accountId, email] = [requireOption(values, 'account', usage), requireOption(values, 'email', usage)];
  const endpoint = requireOption(values, 'endpoint', usage);
  const directoryName = requireOption(values, 'directory', usage);
  const [recordsName, admissionsName] = [
    requireOption(values, 'records', usage),
    requireOption(values, 'admissions', usage),
  ];
  const settings = await loadSettings({ stage: 'dev' });
  const plans = new Plans(settings.plans);
  const plan = demoPlan(plans);
  const client = connectTables(endpoint, usage, { requestHandler: { requestTimeout: 20_000 } });
  const directory = createDirectory(client, directoryName);
  const now = systemClock();
  const weekAgo = () => now - weekMs;
  const origin = { by: 'operator' } as const;
  await registerAccount({ directory, clock: weekAgo }, { accountId, email, planId: plan.id }, origin);
  const readCalls = createReadCalls(createSdkTable(client, admissionsName));
  const { secretPrefix } = settings;
  const requests: RequestRecord[] = [];
  const keys: { name: string; network: string; secret: string }[] = [];
  for (const workload of workloadsOf(settings.networks).slice(0, plan.keys)) {
    const { name, network } = workload;
    const request = { accountId, origin };
    const creation = { directory, plans, clock: weekAgo, readCalls, secretPrefix };
    const { key, secret } = await ensureKey(creation, request, { name });
    const requestTimes = secret === null ? [] : requestTimesOf(workload, now, Math.random);
    requests.push(...requestTimes.map((at) => requestAt({ at, workload, keyId: key.keyId, accountId }, Math.random)));
    const rotation = { directory, clock: systemClock, secretPrefix };
    const known = secret ?? (await rotateKey(rotation, request, key.keyId, 0)).secret ?? '';
    keys.push({ name, network, secret: known });
  }
  await writeAll(client, admissionsName, admissionsToday(requests, now));
  await writeRecords(client, recordsName, requests, plan);
  return void process.stdout.write(
    `${JSON.stringify({ accountId, planId: plan.id, records: requests.length, keys })}\n`,
  );
}

/** Writes records like the gateway, but in batches. */
async function writeRecords(
  client: DynamoDBDocumentClient,
  tableName: string,
  requests: readonly RequestRecord[],
  { historyDays }: Plan,
) {
  const items: Item[] = [];
  const collecting = { ...createSdkTable(client, tableName), put: async (item: Item) => void items.push(item) };
  // In the order of their arrival.
  const inOrder = requests.toSorted((left, right) => left.at - right.at);
  for (const request of inOrder) await writeRecord(collecting, createLog('warn'), request, historyDays);
  await writeAll(client, tableName, items);
}

// DynamoDB's limit for a batch.
const batchSize = 25;

/**
 * One batch at a time: on disk, DynamoDB Local writes about a hundred items a second, and the tally's calls would time out
 * behind many batches. Reports each tenth of many items on standard error.
 */
async function writeAll(client: DynamoDBDocumentClient, tableName: string, items: readonly Item[]): Promise<void> {
  let tenths = 0;
  for (let written = 0; written < items.length; written += batchSize) {
    const puts = items.slice(written, written + batchSize).map((Item) => ({ PutRequest: { Item } }));
    // DynamoDB Local leaves no unprocessed items.
    await client.send(new BatchWriteCommand({ RequestItems: { [tableName]: puts } }));
    const now = Math.floor((10 * (written + puts.length)) / items.length);
    if (now > tenths && items.length > 100) process.stderr.write(`${written + puts.length} of ${items.length}\n`);
    tenths = now;
  }
}

await runProgram(demo);
