import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { registerAccount } from '../../src/accounts/accounts.ts';
import { keyItemKey } from '../../src/directory/directory-items.ts';
import { listKeys } from '../../src/directory/directory-reads.ts';
import { authorize } from '../../src/keys/authorize.ts';
import { createKey } from '../../src/keys/create-key.ts';
import { createLog } from '../../src/log.ts';
import { RefusalRecords } from '../../src/records/refusal-records.ts';
import { createDirectory, type Directory } from '../../src/table/directory-table.ts';
import { createSdkTable } from '../../src/table/sdk-table.ts';
import { systemClock } from '../../src/time.ts';
import { callsAttribute, millisecondsAttribute } from '../../src/usage/counter-attributes.ts';
import { dayKey } from '../../src/usage/day-items.ts';
import { counterKey } from '../../src/usage/tally-counter.ts';
import { bucketOf } from '../../src/usage/usage-range.ts';
import { hiddenNames } from '../keys/hidden-names.ts';
import { noCalls } from '../keys/new-key.ts';
import { documentClient, dynamoDbOptions, emptyTable, makeTable, makeUsageTable } from '../support/dynamodb.ts';
import { plans } from '../support/settings.ts';

const script = fileURLToPath(new URL('../../bin/operator.ts', import.meta.url));

type Ended = { readonly code: number | string; readonly out: string; readonly err: string };

let folder: string;
let names: { directory: string; admissions: string; records: string; usage: string };
let directory: Directory;
let cloudFormation: Server;

/** A mock of CloudFormation's DescribeStacks with its XML, because there is no local CloudFormation. */
const stacks = (query: string): [number, string] => {
  if (new URLSearchParams(query).get('StackName') !== 'Sluice-dev') {
    const error = '<Code>ValidationError</Code><Message>Stack with id Sluice-none does not exist</Message>';
    return [400, `<ErrorResponse><Error><Type>Sender</Type>${error}</Error></ErrorResponse>`];
  }
  const output = (key: string, value: string) =>
    `<member><OutputKey>${key}</OutputKey><OutputValue>${value}</OutputValue></member>`;
  const { admissions, records, usage } = names;
  const outputs =
    output('DirectoryTable', names.directory) +
    output('AdmissionsTable', admissions) +
    output('RecordsTable', records) +
    output('UsageTable', usage);
  const stack = `<StackName>Sluice-dev</StackName><StackStatus>CREATE_COMPLETE</StackStatus><CreationTime>2026-11-20T00:00:00Z</CreationTime><Outputs>${outputs}</Outputs>`;
  const result = `<DescribeStacksResult><Stacks><member>${stack}</member></Stacks></DescribeStacksResult>`;
  return [200, `<DescribeStacksResponse>${result}</DescribeStacksResponse>`];
};

beforeAll(async () => {
  const made = await Promise.all([makeTable(true), makeTable(false), makeTable(true), makeUsageTable()]);
  const [directoryName, admissions, records, usage] = made;
  names = { directory: directoryName, admissions, records, usage };
  directory = createDirectory(documentClient(), names.directory);
  folder = mkdtempSync(join(tmpdir(), 'operator-'));
  mkdirSync(join(folder, '.local'));
  const whereabouts = { dynamodbUrl: dynamoDbOptions().endpoint, tables: names, failures: folder };
  writeFileSync(join(folder, '.local/8545.json'), JSON.stringify(whereabouts));
  cloudFormation = createServer(async (request, response) => {
    let query = '';
    for await (const chunk of request) query += chunk;
    const [status, xml] = stacks(query);
    response.writeHead(status, { 'Content-Type': 'text/xml' }).end(xml);
  });
  await new Promise<void>((resolve) => cloudFormation.listen(0, '127.0.0.1', resolve));
});

afterAll(() => {
  cloudFormation.close();
  rmSync(folder, { recursive: true });
});

const run = (...args: string[]): Promise<Ended> =>
  new Promise((resolve) => {
    const env = {
      PATH: process.env.PATH,
      AWS_ENDPOINT_URL_CLOUDFORMATION: `http://127.0.0.1:${(cloudFormation.address() as AddressInfo).port}`,
      AWS_ENDPOINT_URL_DYNAMODB: dynamoDbOptions().endpoint,
      AWS_REGION: 'us-east-1',
      AWS_ACCESS_KEY_ID: 'operator',
      AWS_SECRET_ACCESS_KEY: 'operator',
    };
    execFile(process.execPath, [script, ...args], { cwd: folder, env }, (error, out, err) =>
      resolve({ code: error?.code ?? 0, out, err }),
    );
  });

const rows = ({ out }: Ended) =>
  out
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));

const register = (accountId: string, planId = plans.free.id) =>
  registerAccount(directory, { accountId, email: `${accountId}@example.com`, planId }, systemClock);

const hidden = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u;

/** True if the secret is authorized. */
const worksNow = async (secret: string): Promise<boolean> => {
  const records = await emptyTable({ sortKey: true });
  const refusals = new RefusalRecords({ records, clock: systemClock, log: createLog('error') });
  const deps = { directory, plans, refusals, clock: systemClock };
  return (await authorize(secret, 'devnet', deps)) !== undefined;
};

describe('an operator', () => {
  test('creates a key, suspends and resumes its account, and revokes the key, each with immediate effect', async () => {
    await register('life');
    const [{ key, secret }] = rows(await run('keys', 'create-key', 'life', 'first', '--json'));
    expect(await worksNow(secret)).toBe(true);
    expect(rows(await run('accounts', 'suspend', 'life', '--json'))).toMatchObject([{ state: 'suspended' }]);
    expect(await worksNow(secret)).toBe(false);
    expect(rows(await run('accounts', 'resume', 'life', '--json'))).toMatchObject([{ state: 'active' }]);
    expect(await worksNow(secret)).toBe(true);
    expect(rows(await run('keys', 'revoke-key', 'life', key, '--json'))).toMatchObject([{ key, state: 'revoked' }]);
    expect(await worksNow(secret)).toBe(false);
    expect(rows(await run('keys', 'list', 'life', '--json'))).toMatchObject([{ key, name: 'first', state: 'revoked' }]);
    expect(rows(await run('keys', 'show', 'life', key, '--json'))).toMatchObject([{ key }]);
  });

  test('lists accounts, shows one and changes its plan, also on a deployed stage', async () => {
    await register('planned');
    const changed = await run('accounts', 'change-plan', 'planned', 'business', '--stage', 'dev', '--json');
    expect(rows(changed)).toMatchObject([{ account: 'planned', plan: 'business' }]);
    const listed = rows(await run('accounts', 'list', '--stage', 'dev', '--json'));
    expect(listed).toContainEqual(expect.objectContaining({ account: 'planned', plan: 'business', state: 'active' }));
    expect((await run('accounts', 'show', 'planned')).out).toMatch(/^account +email +plan +state +created\nplanned +/);
  });

  test('reads the usage of a key and of an account', async () => {
    await register('used');
    const [{ key }] = rows(await run('keys', 'create-key', 'used', 'first', '--json'));
    const usage = createSdkTable(documentClient(), names.usage);
    const bucket = bucketOf('hour', Date.now());
    const counter = { keyId: key, span: 'hour', bucket, network: 'devnet' } as const;
    await usage.put({
      ...counterKey(counter),
      [callsAttribute('getSlot', 'ok')]: 7,
      [callsAttribute('getSlot', 'rpc_error')]: 2,
      [millisecondsAttribute('getSlot')]: 90,
    });
    await usage.put(dayKey({ accountId: 'used', keyId: key, day: bucket.slice(0, 10) }));
    const expected = [
      { method: 'getSlot', calls: 9, errors: 2, 'mean ms': 10 },
      { method: 'all methods', calls: 9, errors: 2 },
    ];
    expect(rows(await run('keys', 'usage', 'used', key, '--json'))).toMatchObject(expected);
    expect(rows(await run('accounts', 'usage', 'used', '--json'))).toMatchObject(expected);
  });

  test('sees invisible characters of stored names as codes, each name in one row', async () => {
    await register('hidden', 'scale');
    for (const name of hiddenNames) {
      const { key } = await createKey({ directory, plans, clock: systemClock, readCalls: noCalls }, 'hidden', {
        name: 'plain',
      });
      const update = { update: 'SET #name = :name', names: { '#name': 'name' }, values: { ':name': name } };
      await directory.update({ key: keyItemKey('hidden', key.keyId), ...update });
    }
    const kept = (await listKeys(directory, 'hidden')).map(({ name }) => name);
    const { out } = await run('keys', 'list', 'hidden');
    expect(out.trimEnd().split('\n')).toHaveLength(1 + hiddenNames.length);
    expect(out.replaceAll('\n', '')).not.toMatch(hidden);
    expect(out).toContain('turned \\u{202e} around');
    const inJson = await run('keys', 'list', 'hidden', '--json');
    expect(rows(inJson).map(({ name }) => name)).toEqual(kept);
    expect(inJson.out.replaceAll('\n', '')).not.toMatch(hidden);
  });

  test('sees invisible characters of arguments as codes, also in errors', async () => {
    const { err } = await run('accounts', 'show', 'no\u001b[2Jbody\u202e');
    expect(err).toBe('The account no\\u{1b}[2Jbody\\u{202e} does not exist.\n');
  });

  test('lists the plans', async () => {
    const { out } = await run('plans', 'list');
    const rows = out.trim().split('\n').slice(1);
    expect(rows.map((row) => row.split(/ +/))).toEqual(
      plans.all.map(({ id, availability, limits, keys, historyDays, longestCallSeconds, dollarsPerMonth }) =>
        [id, availability, ...Object.values(limits), keys, historyDays, longestCallSeconds, dollarsPerMonth].map(
          String,
        ),
      ),
    );
  });

  test('sees every command with --help and without a command', async () => {
    const { code, out } = await run('--help');
    expect(code).toBe(0);
    expect(out).toContain('keys revoke-key ACCOUNT KEY');
    expect((await run()).out).toBe(out);
  });
});

describe('an invalid command explains why in one line and exits with 1', () => {
  const refused: [string, string[], RegExp][] = [
    ['an unknown command', ['keys', 'paint'], /Unknown command "keys paint"/],
    ['too few arguments', ['keys', 'show', 'a'], /^Usage: npm run sluice -- keys show ACCOUNT KEY/],
    ['too many arguments', ['plans', 'list', 'a'], /^Usage: npm run sluice -- plans list/],
    ['another command’s option', ['plans', 'list', '--log', 'a'], /plans list does not support --log/],
    ['an unknown option', ['plans', 'list', '--color'], /--color/],
    ['an unknown account', ['accounts', 'show', 'unknown'], /The account unknown does not exist/],
    ['keys of an unknown account', ['keys', 'list', 'unknown'], /The account unknown does not exist/],
    ['usage of an unknown account', ['accounts', 'usage', 'unknown'], /The account unknown does not exist/],
    ['no local gateway', ['accounts', 'list', '--port', '1'], /No local gateway is running on port 1/],
    [
      'an unknown stage',
      ['accounts', 'list', '--stage', 'none'],
      /Cannot read the stack Sluice-none: .*does not exist/,
    ],
  ];
  test.each(refused)('%s', async (_name, args, message) => {
    const { code, out, err } = await run(...args);
    expect({ code, out }).toEqual({ code: 1, out: '' });
    expect(err).toMatch(message);
    expect(err.trim().split('\n')).toHaveLength(1);
  });
});
