import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { CreateTableCommand } from '@aws-sdk/client-dynamodb';
import { describe, expect, test } from '@jest/globals';
import { createSdkTable } from '../../src/table/sdk-table.ts';
import { dayKey } from '../../src/usage/day-items.ts';
import { documentClient, dynamoDbOptions, makeTable, makeUsageTable } from '../support/dynamodb.ts';

const script = fileURLToPath(new URL('../../bin/restore.ts', import.meta.url));

type Ended = { readonly code: number | string; readonly out: string; readonly err: string };

/** Runs the command in an environment without access to an AWS account. */
const run = (...args: string[]): Promise<Ended> =>
  new Promise((resolve) => {
    const env = { PATH: process.env.PATH, AWS_EC2_METADATA_DISABLED: 'true', HOME: '/nonexistent' };
    execFile(process.execPath, [script, ...args], { env }, (error, out, err) =>
      resolve({ code: error?.code ?? 0, out, err }),
    );
  });

const reach = () => ['--endpoint', dynamoDbOptions().endpoint];

/** A table with a stream, like Records. */
async function streamed(): Promise<string> {
  const name = `streamed-${process.pid}`;
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
  test('restores missing rows, does not change existing ones, and changes nothing the second time', async () => {
    const [from, to] = [await makeTable(true), await makeTable(true)];
    const [copy, live] = [createSdkTable(documentClient(), from), createSdkTable(documentClient(), to)];
    const rows = Array.from({ length: 60 }, (_, index) => ({ pk: 'account', sk: `KEY#${index}`, state: 'active' }));
    for (const row of rows) await copy.put(row);
    await live.put({ pk: 'account', sk: 'KEY#7', state: 'revoked' });

    const names = ['--from', from, '--to', to];
    expect(await run(...names, ...reach())).toEqual({ code: 0, out: '59 rows restored, 1 already existed\n', err: '' });
    expect(await live.get({ pk: 'account', sk: 'KEY#8' })).toEqual(rows[8]);
    expect(await live.get({ pk: 'account', sk: 'KEY#7' })).toMatchObject({ state: 'revoked' });
    expect(await run(...names, ...reach())).toEqual({ code: 0, out: '0 rows restored, 60 already existed\n', err: '' });
  });

  test('lets the days of Usage be computed again, because they may lack restored hours', async () => {
    const [from, to] = [await makeUsageTable(), await makeUsageTable()];
    const [copy, live] = [createSdkTable(documentClient(), from), createSdkTable(documentClient(), to)];
    const day = (keyId: string) => dayKey({ accountId: 'acme', keyId, day: '2026-11-19' });
    await copy.put({ ...day('lost'), version: 1, figures: '{}' });
    await live.put({ ...day('there'), version: 4, figures: '{}' });
    await live.put({ ...day('due'), version: 7, due: '0' });

    const { code, out } = await run('--from', from, '--to', to, ...reach());
    expect([code, out]).toEqual([0, '1 rows restored, 0 already existed\n2 days will be computed again\n']);
    expect(await live.get(day('lost'))).toMatchObject({ version: 2, due: expect.any(String) });
    expect(await live.get(day('there'))).toEqual({
      ...day('there'),
      version: 5,
      due: expect.any(String),
      expiresAt: expect.any(Number),
    });
    expect(await live.get(day('due'))).toMatchObject({ version: 7 });
  });

  test('prints its usage with --help', async () => {
    expect(await run('--help')).toMatchObject({ code: 0, out: expect.stringContaining('--from COPY'), err: '' });
  });

  const failing: [string, () => Promise<Ended>, RegExp][] = [
    ['no table', () => run('--from', 'a'), /^Set both --from and --to; see --help\.\n$/],
    ['an unknown table', () => run('--from', 'gone', '--to', 'nowhere', ...reach()), /^The table does not exist/],
    [
      'a table with a stream',
      async () => run('--from', 'gone', '--to', await streamed(), ...reach()),
      /has a stream and cannot be restored this way; see --help/,
    ],
  ];
  test.each(failing)('ends with one clear line for %s', async (_, attempt, message) => {
    const { code, out, err } = await attempt();
    expect([code, out]).toEqual([1, '']);
    expect(err).toMatch(message);
  });
});
