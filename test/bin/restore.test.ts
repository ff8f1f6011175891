import { randomUUID } from 'node:crypto';
import { CreateTableCommand } from '@aws-sdk/client-dynamodb';
import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, test } from '@jest/globals';
import { createSdkTable } from '../../src/table/sdk-table.ts';
import { dayKey } from '../../src/usage/day-items.ts';
import { counterKey } from '../../src/usage/tally-counter.ts';
import { documentClient, dynamoDbOptions, makeTable, makeUsageTable } from '../support/dynamodb.ts';
import { runAsProcess, runInHost, runWithoutAws } from '../support/program-host.ts';

const programRun = (args: readonly string[]) => runWithoutAws('bin/restore.ts', args);

const run = (...args: string[]) => runInHost(programRun(args));

const reach = () => ['--endpoint', dynamoDbOptions().endpoint];

/** A table with a stream, like Records. */
async function streamed(): Promise<string> {
  const name = `streamed-${randomUUID()}`;
  await documentClient().send(
    new CreateTableCommand({
      TableName: name,
      BillingMode: 'PAY_PER_REQUEST',
      AttributeDefinitions: [{ AttributeName: 'pk', AttributeType: 'S' }],
      KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
      StreamSpecification: { StreamEnabled: true, StreamViewType: 'NEW_IMAGE' },
    }),
  );
  return name;
}

describe('restoring', () => {
  test('counts first, restores missing rows, changes no existing row, and does nothing the second time', async () => {
    const [from, to] = [await makeTable(true), await makeTable(true)];
    const [copy, live] = [createSdkTable(documentClient(), from), createSdkTable(documentClient(), to)];
    // More than one batch of keys.
    const rows = Array.from({ length: 160 }, (_, index) => ({ pk: 'ACCOUNT#a', sk: `KEY#${index}`, state: 'active' }));
    for (const row of rows) await copy.put(row);
    await live.put({ pk: 'ACCOUNT#a', sk: 'KEY#7', state: 'revoked' });

    const names = ['--from', from, '--to', to];
    const counts = `${from}: 160 rows of Directory\n${to}: has 1 of them; 159 missing\n`;
    const dry = await run(...names, ...reach(), '--dry-run');
    expect(dry).toEqual({ code: 0, out: `${counts}Dry run: nothing was changed.\n`, err: '' });
    expect(await live.get({ pk: 'ACCOUNT#a', sk: 'KEY#8' })).toBeUndefined();

    const copying = `Copying the missing rows to ${to}. Existing rows are not changed.\n`;
    const out = `${counts}${copying}159 rows restored, 1 already existed\n`;
    expect(await runAsProcess(programRun([...names, ...reach()]))).toEqual({ code: 0, out, err: '' });
    expect(await live.get({ pk: 'ACCOUNT#a', sk: 'KEY#8' })).toEqual(rows[8]);
    expect(await live.get({ pk: 'ACCOUNT#a', sk: 'KEY#7' })).toMatchObject({ state: 'revoked' });
    expect((await run(...names, ...reach())).out).toContain('0 rows restored, 160 already existed\n');
  });

  test('lets the days of Usage be computed again, because they may lack restored hours', async () => {
    const [from, to] = [await makeUsageTable(), await makeUsageTable()];
    const [copy, live] = [createSdkTable(documentClient(), from), createSdkTable(documentClient(), to)];
    const day = (keyId: string) => dayKey({ accountId: 'acme', keyId, day: '2026-11-19' });
    const hour = counterKey({ keyId: 'lost', span: 'hour', bucket: '2026-11-19T10', network: 'devnet' });
    await copy.put({ ...day('lost'), version: 1, figures: '{}' });
    await copy.put({ ...hour, aaao: 3 });
    await live.put({ ...day('there'), version: 4, figures: '{}' });
    await live.put({ ...day('due'), version: 7, due: '0' });

    const { code, out } = await run('--from', from, '--to', to, ...reach());
    expect(code).toBe(0);
    expect(out).toContain(`${from}: 2 rows of Usage\n`);
    expect(out).toMatch(/\n2 rows restored, 0 already existed\n2 days will be computed again\n$/);
    expect(await live.get(hour)).toMatchObject({ aaao: 3 });
    expect(await live.get(day('lost'))).toMatchObject({ version: 2, due: expect.any(String) });
    expect(await live.get(day('there'))).toEqual({
      ...day('there'),
      version: 5,
      due: expect.any(String),
      expiresAt: expect.any(Number),
    });
    expect(await live.get(day('due'))).toMatchObject({ version: 7 });
  });

  test('leaves out the rows of accounts that were deleted after the copy was made, or are being deleted', async () => {
    const [from, to] = [await makeTable(true), await makeTable(true)];
    const [copy, live] = [createSdkTable(documentClient(), from), createSdkTable(documentClient(), to)];
    for (const accountId of ['gone', 'going', 'there']) {
      const pk = `ACCOUNT#${accountId}`;
      await copy.put({ pk, sk: 'ACCOUNT', accountId, email: `${accountId}@example.com`, state: 'active' });
      await copy.put({ pk, sk: 'KEY#key_1', accountId, name: 'first' });
      await copy.put({ pk, sk: 'ACTIVITY#000000000001', address: '198.51.100.7' });
      await copy.put({ pk: `SECRET#${accountId}`, sk: 'SECRET', accountId, keyId: 'key_1', state: 'active' });
    }
    await copy.put({ pk: 'ATTEMPTS#PASSWORD#x', sk: '1', attempts: 1 });
    await live.put({ pk: 'ACCOUNT#gone', sk: 'ACCOUNT', accountId: 'gone', state: 'deleted' });
    await live.put({ pk: 'ACCOUNT#going', sk: 'ACCOUNT', accountId: 'going', state: 'deleting' });
    const { code, out } = await run('--from', from, '--to', to, ...reach());
    expect(code).toBe(0);
    expect(out).toContain('5 rows restored, 2 already existed\n6 rows of deleted accounts left out\n');
    const { Items = [] } = await documentClient().send(new ScanCommand({ TableName: to }));
    expect(Items.filter(({ accountId }) => accountId !== 'there').map(({ state }) => state)).toEqual(
      expect.not.arrayContaining(['active']),
    );
    expect(Items).toHaveLength(7);
  });

  test('of an empty copy does nothing', async () => {
    const [from, to] = [await makeTable(true), await makeTable(true)];
    const { code, out } = await run('--from', from, '--to', to, ...reach());
    expect([code, out]).toEqual([0, `${from}: 0 rows\n${to}: has 0 of them; 0 missing\nNothing to restore.\n`]);
  });

  test('prints its usage with --help', async () => {
    expect(await run('--help')).toMatchObject({ code: 0, out: expect.stringContaining('--from COPY'), err: '' });
  });
});

const account = { pk: 'ACCOUNT#a', sk: 'ACCOUNT', accountId: 'a' };
const last = { pk: 'key_1', sk: 'last-used', at: 1 };
const record = { pk: 'key_1#2026-11-19', sk: '01KAGE0000000000000000000A' };

async function filled(name: string, ...rows: Record<string, unknown>[]): Promise<string> {
  for (const row of rows) await createSdkTable(documentClient(), name).put(row);
  return name;
}

const directoryWith = async (...rows: Record<string, unknown>[]) => filled(await makeTable(true), ...rows);
const usageWith = async (...rows: Record<string, unknown>[]) => filled(await makeUsageTable(), ...rows);

describe('restoring is refused with exit code 3, and changes nothing', () => {
  test.each([
    [
      'Usage into Directory',
      () => usageWith(last),
      () => directoryWith(account),
      /has rows of Usage, but .* Directory\.$/,
    ],
    [
      'Directory into Usage',
      () => directoryWith(account),
      () => usageWith(last),
      /has rows of Directory, but .* Usage\.$/,
    ],
    [
      'Usage into an empty Directory',
      () => usageWith(last),
      () => directoryWith(),
      /has rows of Usage, but .* Directory\.$/,
    ],
    [
      'Directory into an empty Usage',
      () => directoryWith(account),
      () => usageWith(),
      /has rows of Directory, but .* Usage\.$/,
    ],
    [
      'Records into Directory',
      () => directoryWith(record),
      () => directoryWith(account),
      /belongs neither to Directory nor/,
    ],
    ['both kinds into Directory', () => directoryWith(account, last), () => directoryWith(), /has rows of Usage, but/],
    [
      'Directory into a table of other rows',
      () => directoryWith(account),
      () => directoryWith(record),
      /belongs neither/,
    ],
    [
      'Directory into Admissions',
      () => directoryWith(account),
      () => makeTable(false),
      /is neither a Directory nor a Usage/,
    ],
    [
      'Directory into a table with a stream',
      () => directoryWith(account),
      streamed,
      /has a stream: rows added to Records/,
    ],
  ])('%s', async (_, makeFrom, makeTo, message) => {
    const [from, to] = [await makeFrom(), await makeTo()];
    const before = await rowsIn(to);
    const { code, out, err } = await run('--from', from, '--to', to, ...reach());
    expect([code, out]).toEqual([3, '']);
    expect(err.trimEnd()).toMatch(message);
    expect(await rowsIn(to)).toEqual(before);
  });

  test('a table into itself', async () => {
    const table = await directoryWith(account);
    const { code, err } = await run('--from', table, '--to', table, ...reach());
    expect([code, err]).toEqual([3, `${table} and ${table} are the same table.\n`]);
  });
});

const rowsIn = async (TableName: string) => (await documentClient().send(new ScanCommand({ TableName }))).Items;

describe('wrong use', () => {
  test.each([
    ['no table', [], 2, /^--from is missing\.\nUsage: npm run restore -- --from COPY --to TABLE/],
    ['only one table', ['--from', 'a'], 2, /^--to is missing\./],
    ['an empty table', ['--from', '', '--to', 'b'], 2, /^--from is empty/],
    ['an empty endpoint', ['--from', 'a', '--to', 'b', '--endpoint', ''], 2, /^--endpoint is empty/],
    [
      'an endpoint that is not a URL',
      ['--from', 'a', '--to', 'b', '--endpoint', 'localhost'],
      2,
      /^--endpoint must be/,
    ],
    ['a further argument', ['--from', 'a', '--to', 'b', 'c'], 2, /^Unexpected argument 'c'/],
    ['no DynamoDB', ['--from', 'a', '--to', 'b', '--endpoint', 'http://127.0.0.1:1'], 5, /^connect ECONNREFUSED/],
  ])('%s', async (_, args, exitCode, message) => {
    const { code, out, err } = await run(...args);
    expect([code, out]).toEqual([exitCode, '']);
    expect(err).toMatch(message);
  });

  test('an unknown table', async () => {
    const table = await makeTable(true);
    const unknown = { code: 4, out: '', err: 'The table gone does not exist.\n' };
    expect(await run('--from', 'gone', '--to', table, ...reach())).toEqual(unknown);
    expect(await run('--from', table, '--to', 'gone', ...reach())).toEqual(unknown);
  });
});
