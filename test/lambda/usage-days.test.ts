import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { createLog } from '../../src/log.ts';
import { settingsFile } from '../../src/settings.ts';
import { createQueryableTable, type QueryableTable } from '../../src/table/signed-table.ts';
import { dayMs, dayOf } from '../../src/time.ts';
import { readCallSummary } from '../../src/usage/call-summary.ts';
import { createMarkDays, dayKey } from '../../src/usage/day-items.ts';
import { contributionsOf } from '../../src/usage/tally-counter.ts';
import { dynamoDbOptions, makeTable, makeUsageTable, signedDynamoDb } from '../support/dynamodb.ts';
import { networkChains, readByFunctions } from '../support/settings.ts';
import { answering, type Behaviour, startUpstream, stopUpstreams } from '../upstream/upstream-server.ts';
import { recordOf } from '../usage/record.ts';

const before = { ...process.env };
let folder: string;
let usage: QueryableTable;

beforeEach(async () => {
  jest.resetModules();
  folder = mkdtempSync(join(tmpdir(), 'usage-days-'));
  writeFileSync(join(folder, settingsFile), JSON.stringify(readByFunctions));
  const { endpoint, region, credentials } = dynamoDbOptions();
  const name = await makeUsageTable();
  usage = createQueryableTable(signedDynamoDb(), name);
  Object.assign(process.env, {
    AWS_ENDPOINT_URL_DYNAMODB: endpoint,
    AWS_REGION: region,
    AWS_ACCESS_KEY_ID: credentials.accessKeyId,
    AWS_SECRET_ACCESS_KEY: credentials.secretAccessKey,
    DIRECTORY_TABLE: await makeTable(true),
    RECORDS_TABLE: await makeTable(true),
    USAGE_TABLE: name,
    NETWORKS_TABLE: 'Networks',
    LAMBDA_TASK_ROOT: folder,
    METRICS_NAMESPACE: 'Sluice/test',
    LOG_LEVEL: 'error',
  });
});
afterEach(async () => {
  await stopUpstreams();
  process.env = { ...before };
  rmSync(folder, { recursive: true });
  jest.restoreAllMocks();
});

async function load(remainingMs: number) {
  const lines: string[] = [];
  jest.spyOn(process.stdout, 'write').mockImplementation((line) => lines.push(String(line)) > 0);
  const { handler } = await import('../../lambda/usage-days.ts');
  return {
    handle: (event: unknown) => handler(event, { getRemainingTimeInMillis: () => remainingMs }),
    told: () => lines.map((line) => JSON.parse(line)),
  };
}

async function run(remainingMs: number): Promise<unknown[]> {
  const { handle, told } = await load(remainingMs);
  await handle({});
  return told();
}

/** A past day of a key, counted and marked. */
async function counted() {
  const record = recordOf({ at: Date.UTC(2026, 0, 5, 12) });
  for (const { pk, sk, amounts } of contributionsOf(record, networkChains))
    await usage.put({ pk, sk, ...Object.fromEntries(amounts) });
  await createMarkDays(usage, Date.now, createLog('error'))([{ record, batchIndex: 0 }]);
  return dayKey({ ...record, day: '2026-01-05' });
}

describe('usage-days', () => {
  test('computes the due days, and emits that none is left', async () => {
    const key = await counted();
    expect(await run(300_000)).toMatchObject([{ UsageDaysComplete: 1 }, { AccountsBelowCost: 0 }]);
    const item = await usage.get(key);
    expect(item).not.toHaveProperty('due');
    expect(JSON.parse(String(item?.figures))).toEqual({
      devnet: { methods: { getHealth: { ok: 1, milliseconds: 12 } }, latencies: [12, 1], errorCodes: {} },
    });
  });

  test('starts no day when its time is nearly over, and emits that days are left', async () => {
    const key = await counted();
    expect(await run(10_000)).toMatchObject([{ UsageDaysComplete: 0 }]);
    expect(await usage.get(key)).toHaveProperty('due');
  });
});

test.each([
  ['with a status page, networks are added up', 'dashboard-files', 31],
  ['without one, they are not', undefined, 0],
])('%s', async (_, bucket, items) => {
  if (bucket !== undefined) process.env.STATUS_BUCKET = bucket;
  await run(300_000);
  const stored: unknown[] = [];
  for await (const page of usage.pages({ pk: 'TOTALS', from: 'A', to: 'Z' })) stored.push(...page);
  expect(stored).toHaveLength(items);
});

describe('the report of accounts below cost and the sums of networks', () => {
  /** The totals of the days that a summary is made of, also if a new day begins meanwhile. */
  async function totals(figures: unknown): Promise<void> {
    for (let age = 0; age <= 30; age += 1) {
      await usage.put({ pk: 'TOTALS', sk: `TOTAL#${dayOf(Date.now() - age * dayMs)}`, figures });
    }
  }

  beforeEach(() => {
    process.env.STATUS_BUCKET = 'dashboard-files';
  });

  test('the report is made if the sums fail, and the run fails', async () => {
    await totals(['unreadable']);
    const { handle, told } = await load(300_000);
    await expect(handle({})).rejects.toThrow('Expected string but received Array');
    expect(told()).toMatchObject([{ UsageDaysComplete: 1 }, { AccountsBelowCost: 0 }]);
  });

  test('the sums are made if the report fails, and the run fails', async () => {
    await totals('{}');
    process.env.DIRECTORY_TABLE = 'Missing';
    const { handle } = await load(300_000);
    await expect(handle({})).rejects.toMatchObject({ name: 'ResourceNotFoundException' });
    expect(await readCallSummary(usage)).toBeDefined();
  });
});

describe('the run that writes the status file', () => {
  const write = { write: 'status.json' };
  const done: Behaviour = (response) => void response.writeHead(200).end();
  const written = { StatusWritten: 1 };

  test.each([
    ['refuses', answering('<Error><Code>AccessDenied</Code></Error>', 403), 'AccessDenied'],
    ['breaks every connection', (response) => void response.destroy(), 'NoAnswerError'],
  ] satisfies [string, Behaviour, string][])('fails while S3 %s, and the next run recovers', async (_, sick, name) => {
    let behaviour: Behaviour = sick;
    const s3 = await startUpstream((...asked) => behaviour(...asked));
    Object.assign(process.env, { STATUS_BUCKET: 'dashboard-files', AWS_ENDPOINT_URL_S3: s3.url });
    process.env.NETWORKS_TABLE = await makeTable(false, 'network');
    const { handle, told } = await load(300_000);
    await expect(handle(write)).rejects.toMatchObject({ name });
    expect(told()).toMatchObject([{ level: 'error', event: 'status_not_published' }]);
    behaviour = done;
    await handle(write);
    expect(told().slice(1)).toMatchObject([written]);
    const stored = s3.received.at(-1);
    expect([stored?.method, stored?.url]).toEqual(['PUT', '/dashboard-files/status.json']);
    expect(JSON.parse(String(stored?.body)).networks.map(({ state }: { state: string }) => state)).toEqual(
      readByFunctions.networks.map(() => 'unknown'),
    );
  });

  test('does nothing without a status page', async () => {
    const { handle, told } = await load(300_000);
    await handle(write);
    expect(told()).toEqual([]);
  });
});
