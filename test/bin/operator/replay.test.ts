import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { recordKey } from '../../../src/records/record.ts';
import { newRequestId } from '../../../src/records/request-id.ts';
import type { Table } from '../../../src/table/item-table.ts';
import { createSdkTable } from '../../../src/table/sdk-table.ts';
import { type FailedRecord, failureObject } from '../../../src/usage/failure-bucket.ts';
import { documentClient, dynamoDbOptions, makeTable } from '../../support/dynamodb.ts';
import { type EndedProgram, type ProgramRun, runAsProcess, runInHost } from '../../support/program-host.ts';
import { insertOf, recordOf } from '../../usage/record.ts';
import { operatorScript as script } from './operator-program.ts';

let folder: string;
let names: { directory: string; admissions: string; records: string; usage: string };
let records: Table;
/** The failure bucket in both forms that the command reads: a folder, and a mock of S3. */
const objects = new Map<string, string>();
let aws: Server;

/** A mock of the CloudFormation and S3 calls that the command makes, with their XML; S3 lists two objects per page. */
function answerOf(url: string): [number, string] {
  const { pathname, searchParams } = new URL(url, 'http://aws');
  if (pathname === '/') return [200, stacks()];
  if (searchParams.get('list-type') === '2') return [200, page(Number(searchParams.get('continuation-token') ?? 0))];
  const body = objects.get(decodeURIComponent(pathname.slice('/failures/'.length)));
  return body === undefined ? [404, '<Error><Code>NoSuchKey</Code><Message>none</Message></Error>'] : [200, body];
}

function page(from: number): string {
  const keys = [...objects.keys()].toSorted().slice(from, from + 2);
  const contents = keys.map((key) => `<Contents><Key>${key}</Key></Contents>`).join('');
  const more = from + 2 < objects.size;
  const next = more ? `<NextContinuationToken>${from + 2}</NextContinuationToken>` : '';
  return `<ListBucketResult><IsTruncated>${more}</IsTruncated>${next}${contents}</ListBucketResult>`;
}

function stacks(): string {
  const values = {
    DirectoryTable: names.directory,
    AdmissionsTable: names.admissions,
    RecordsTable: names.records,
    UsageTable: names.usage,
    FailureBucket: 'failures',
    UserPoolId: 'us-east-1_none',
  };
  const outputs = Object.entries(values).map(
    ([key, value]) => `<member><OutputKey>${key}</OutputKey><OutputValue>${value}</OutputValue></member>`,
  );
  const stack = `<StackName>Sluice-dev</StackName><StackStatus>CREATE_COMPLETE</StackStatus><CreationTime>2026-11-20T00:00:00Z</CreationTime><Outputs>${outputs.join('')}</Outputs>`;
  return `<DescribeStacksResponse><DescribeStacksResult><Stacks><member>${stack}</member></Stacks></DescribeStacksResult></DescribeStacksResponse>`;
}

beforeAll(async () => {
  const made = await Promise.all([makeTable(true), makeTable(false), makeTable(true), makeTable(true)]);
  const [directory, admissions, recordsName, usage] = made;
  names = { directory, admissions, records: recordsName, usage };
  records = createSdkTable(documentClient(), recordsName);
  aws = createServer((request, response) => {
    const [status, body] = answerOf(request.url ?? '');
    response.writeHead(status, { 'Content-Type': 'text/xml' }).end(body);
  });
  await new Promise<void>((resolve) => aws.listen(0, '127.0.0.1', resolve));
});

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'replay-'));
  mkdirSync(join(folder, '.local'));
  const variables = { USER_POOL_URL: 'http://127.0.0.1:1', USER_POOL_ID: 'us-east-1_none' };
  const tables = { dynamodbUrl: dynamoDbOptions().endpoint, tables: names };
  const whereabouts = { ...tables, variables, failures: join(folder, 'failures') };
  writeFileSync(join(folder, '.local/8545.json'), JSON.stringify(whereabouts));
  mkdirSync(join(folder, 'failures'));
  objects.clear();
});

afterEach(() => rmSync(folder, { recursive: true }));
afterAll(() => {
  aws.close();
});

const run = (...args: string[]): Promise<EndedProgram> => runInHost(replay(...args));

function replay(...args: string[]): ProgramRun {
  const url = `http://127.0.0.1:${(aws.address() as AddressInfo).port}`;
  const env = {
    PATH: process.env.PATH,
    NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
    AWS_ENDPOINT_URL_CLOUDFORMATION: url,
    AWS_ENDPOINT_URL_S3: url,
    AWS_ENDPOINT_URL_DYNAMODB: dynamoDbOptions().endpoint,
    AWS_REGION: 'us-east-1',
    AWS_ACCESS_KEY_ID: 'operator',
    AWS_SECRET_ACCESS_KEY: 'operator',
  };
  return { script, args: ['replay', ...args], cwd: folder, env, input: '' };
}

const rows = ({ out }: EndedProgram) =>
  out
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));

/** A record of this moment in its row, and its stream record. */
async function streamed() {
  const at = Date.now();
  const event = insertOf(recordOf({ at, requestId: newRequestId(at) }), 7);
  await records.put(unmarshall(event.dynamodb.NewImage));
  const { pk, sk } = unmarshall(event.dynamodb.Keys);
  return { event, name: `${pk}/${sk}`, row: () => records.get({ pk, sk }) };
}

const diverted = (...events: unknown[]) =>
  failureObject(
    events.map((event): FailedRecord => ({ reason: 'unreadable', detail: 'test', event })),
    Date.now(),
  );

const keep = (name: string, content: string) => {
  mkdirSync(join(folder, 'failures', name, '..'), { recursive: true });
  writeFileSync(join(folder, 'failures', name), content);
  objects.set(name, content);
};

describe.each([
  ['a local gateway', []],
  ['a deployed stage', ['--stage', 'dev']],
] as const)('a replay of %s', (_, where) => {
  test('replays everything in the failure bucket, in both formats, once', async () => {
    const [first, second, third] = [await streamed(), await streamed(), await streamed()];
    keep('tally/2026/a.json', diverted(first.event, second.event));
    keep('tally/2026/b.json', diverted(first.event));
    keep('aws/lambda/mapping/shard/c', JSON.stringify({ DDBStreamBatchInfo: {}, payload: { Records: [third.event] } }));
    const ended = await runAsProcess(replay(...where, '--json'));
    expect(ended).toMatchObject({ code: 0, err: '' });
    expect(rows(ended)).toEqual([
      { result: 'replayed', record: third.name, from: 'aws/lambda/mapping/shard/c' },
      { result: 'replayed', record: first.name, from: 'tally/2026/a.json' },
      { result: 'replayed', record: second.name, from: 'tally/2026/a.json' },
      { result: 'already replayed', record: first.name, from: 'tally/2026/b.json' },
      { result: 'replayed', record: '3 in all', from: null },
      { result: 'already replayed', record: '1 in all', from: null },
    ]);
    expect(rows(await run(...where, '--json')).slice(-1)).toEqual([
      { result: 'already replayed', record: '4 in all', from: null },
    ]);
    expect(await third.row()).toMatchObject({ replays: 1 });
  });

  test('replays only the named object', async () => {
    const [first, second] = [await streamed(), await streamed()];
    keep('tally/a.json', diverted(first.event));
    keep('tally/b.json', diverted(second.event));
    expect((await run(...where, '--object', 'tally/b.json')).out).toMatch(/^result +record +from\nreplayed +/);
    expect([(await first.row())?.replays, (await second.row())?.replays]).toEqual([undefined, 1]);
    const { code, err } = await run(...where, '--object', 'tally/c.json');
    expect({ code, err }).toEqual({ code: 4, err: 'The failure bucket has no object tally/c.json.\n' });
  });
});

describe('a replay', () => {
  test('continues after a record that it cannot replay, reports it, and exits with 1', async () => {
    const { event, name } = await streamed();
    keep('tally/a', 'no object of ours');
    keep('tally/b', diverted({ eventName: 'INSERT' }, event));
    const ended = await run('--json');
    expect(ended.code).toBe(1);
    expect(rows(ended).slice(0, 3)).toEqual([
      { result: 'unreadable', record: 'none', from: 'tally/a' },
      { result: 'unreadable', record: 'none', from: 'tally/b' },
      { result: 'replayed', record: name, from: 'tally/b' },
    ]);
  });

  test('of a log writes its lost records once', async () => {
    const at = Date.now();
    const record = recordOf({ at, requestId: newRequestId(at) });
    const item = { ...recordKey(record), ...record, expiresAt: Math.floor(at / 1_000) + 86_400 };
    const file = join(folder, 'lines.log');
    const lost = JSON.stringify({ level: 'error', event: 'record_lost', reason: 'Error', item });
    writeFileSync(file, ['START', `2026-11-20 ${lost}`, '{"event":"other"}', lost].join('\n'));
    const { pk, sk } = recordKey(record);
    const ended = await run('--log', file, '--json');
    expect(ended).toMatchObject({ code: 0, err: `2 lines of ${file} are of other events, and were left out.\n` });
    expect(rows(ended)).toEqual([
      { result: 'replayed', record: `${pk}/${sk}`, from: `${file}:2` },
      { result: 'already there', record: `${pk}/${sk}`, from: `${file}:4` },
      { result: 'replayed', record: '1 in all', from: null },
      { result: 'already there', record: '1 in all', from: null },
    ]);
    expect(await records.get({ pk, sk })).toMatchObject(record);
  });

  test('of an empty bucket has nothing to do', async () => {
    expect(await run()).toEqual({ code: 0, out: 'none\n', err: '' });
  });

  test.each([
    [['--unclear', 'maybe'], 2, /^--unclear must be count or skip, not maybe\.\nUsage: npm run sluice -- replay \[/],
    [['--object', 'a', '--log', 'b'], 2, /^Use either --object or --log/],
    [['--log', 'nowhere.log'], 4, /no such file/],
    [['all'], 2, /^Unexpected argument 'all'/],
  ])('with %j explains the error', async (args, exitCode, message) => {
    const { code, out, err } = await run(...args);
    expect({ code, out }).toEqual({ code: exitCode, out: '' });
    expect(err).toMatch(message);
  });
});
