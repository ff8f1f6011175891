import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { registerAccount } from '../../src/accounts/accounts.ts';
import { createLog } from '../../src/log.ts';
import { recordItem } from '../../src/records/record.ts';
import { newRequestId } from '../../src/records/request-id.ts';
import { settingsFile } from '../../src/settings.ts';
import { shortCode } from '../../src/short-code.ts';
import { createDirectory } from '../../src/table/directory-table.ts';
import { createQueryableTable } from '../../src/table/signed-table.ts';
import { dayMs } from '../../src/time.ts';
import { createMarkDays } from '../../src/usage/day-items.ts';
import { addAmount, contributionsOf } from '../../src/usage/tally-counter.ts';
import { operator } from '../support/change-requests.ts';
import { documentClient, dynamoDbOptions, makeTable, makeUsageTable, signedDynamoDb } from '../support/dynamodb.ts';
import { networkChains, readByFunctions } from '../support/settings.ts';
import { recordOf } from '../usage/record.ts';

// The function usage-days on real tables: who is named in its next report.

const before = { ...process.env };
let folder: string;
let tables: Readonly<Record<'directory' | 'records' | 'usage', string>>;
let registeredAt: number;

beforeEach(async () => {
  jest.resetModules();
  registeredAt = Date.now() - 20 * dayMs;
  folder = mkdtempSync(join(tmpdir(), 'usage-days-'));
  const [directory, records, usage] = [await makeTable(true), await makeTable(true), await makeUsageTable()];
  tables = { directory, records, usage };
  const { endpoint, region, credentials } = dynamoDbOptions();
  Object.assign(process.env, {
    AWS_ENDPOINT_URL_DYNAMODB: endpoint,
    AWS_REGION: region,
    AWS_ACCESS_KEY_ID: credentials.accessKeyId,
    AWS_SECRET_ACCESS_KEY: credentials.secretAccessKey,
    DIRECTORY_TABLE: directory,
    RECORDS_TABLE: records,
    USAGE_TABLE: usage,
    METRICS_NAMESPACE: 'Sluice/test',
    LOG_LEVEL: 'info',
    NETWORKS_TABLE: 'Networks',
    LAMBDA_TASK_ROOT: folder,
  });
  // A provider at $5 for a million credits, where a scan costs 1,000 credits.
  const cost = { dollarsPerMillionCredits: 5, creditsOf: { getProgramAccounts: 1_000 } };
  const networks = readByFunctions.networks.map((network) => ({
    ...network,
    upstreams: [{ url: 'https://node.example', cost }],
  }));
  writeFileSync(join(folder, settingsFile), JSON.stringify({ ...readByFunctions, networks }));
});
afterEach(() => {
  process.env = { ...before };
  jest.restoreAllMocks();
  rmSync(folder, { recursive: true });
});

/** An account whose key made so many calls of a method two days ago: a day is added up some time after it has ended. */
async function customer(accountId: string, planId: string, method: string, count: number): Promise<void> {
  const directory = createDirectory(documentClient(), tables.directory);
  const deps = { directory, clock: () => registeredAt, readCalls: async () => 0 };
  await registerAccount(deps, { accountId, email: `${accountId}@example.com`, planId }, operator);
  const at = Date.now() - 2 * dayMs;
  const usage = createQueryableTable(signedDynamoDb(), tables.usage);
  const record = recordOf({
    accountId,
    keyId: `key_${accountId}`,
    network: 'mainnet',
    at,
    requestId: newRequestId(at),
    calls: [{ method, outcome: 'ok', count }],
    tries: `${shortCode('https://node.example')}a`,
  });
  await createQueryableTable(signedDynamoDb(), tables.records).put(recordItem(record, 1));
  for (const { pk, sk, amounts } of contributionsOf(record, networkChains)) {
    const known = new Map<string, number>();
    for (const [name, amount] of amounts) addAmount(known, name, amount);
    await usage.put({ pk, sk, ...Object.fromEntries(known) });
  }
  await createMarkDays(usage, Date.now, createLog('error'))([{ record, batchIndex: 0 }]);
}

async function run(): Promise<Record<string, unknown>[]> {
  const lines: string[] = [];
  jest.spyOn(process.stdout, 'write').mockImplementation((line) => lines.push(String(line)) > 0);
  jest.spyOn(console, 'log').mockImplementation((line) => void lines.push(String(line)));
  const { handler } = await import('../../lambda/usage-days.ts');
  await handler({}, { getRemainingTimeInMillis: () => 300_000 });
  jest.restoreAllMocks();
  return lines.flatMap((line) => line.trim().split('\n')).map((line) => JSON.parse(line));
}

test('the next report names a customer of getProgramAccounts only, and free accounts above the limit', async () => {
  await customer('scanner', 'developer', 'getProgramAccounts', 20_000);
  await customer('wallet', 'developer', 'getBalance', 20_000);
  await customer('visitor', 'free', 'getProgramAccounts', 900);
  await customer('abuser', 'free', 'getProgramAccounts', 2_000);
  const lines = await run();
  const named = lines.filter(({ event }) => event === 'account_below_cost');
  // 20,000 calls of 1,000 credits are 20 million credits at $5. A week of $49 is about $11.
  expect(named).toMatchObject([
    { accountId: 'scanner', plan: 'developer', calls: 20_000, nodeDollars: 100, dearestMethod: 'getProgramAccounts' },
    { accountId: 'abuser', plan: 'free', calls: 2_000, revenue: 0, nodeDollars: 10 },
  ]);
  expect(Number(named[0]?.revenue)).toBeGreaterThan(10);
  expect(Number(named[0]?.margin)).toBeCloseTo(Number(named[0]?.revenue) - Number(named[0]?.awsDollars) - 100, 1);
  expect(lines).toContainEqual(expect.objectContaining({ event: 'below_cost_reported', accounts: 4, belowCost: 2 }));
  expect(lines).toContainEqual(expect.objectContaining({ AccountsBelowCost: 2 }));
  expect(JSON.stringify(lines)).not.toContain('@example.com');
  const again = await run();
  expect(again.filter(({ event }) => String(event).includes('below_cost'))).toEqual([]);
});
