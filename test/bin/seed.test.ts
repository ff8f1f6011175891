import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { registerAccount } from '../../src/accounts/accounts.ts';
import { findAccount, listKeys } from '../../src/directory/directory-reads.ts';
import { createKey } from '../../src/keys/create-key.ts';
import { hashSecret, isWellFormedSecret } from '../../src/keys/secret.ts';
import { createDirectory, type Directory } from '../../src/table/directory-table.ts';
import { systemClock } from '../../src/time.ts';
import { noCalls } from '../keys/new-key.ts';
import { byCustomer, customer } from '../support/change-requests.ts';
import { documentClient, dynamoDbOptions, makeTable } from '../support/dynamodb.ts';
import { type EndedProgram, runAsProcess, runInHost, runWithoutAws } from '../support/program-host.ts';
import { plans } from '../support/settings.ts';

const programRun = (args: readonly string[]) => runWithoutAws('bin/seed.ts', args);

const run = (...args: string[]) => runInHost(programRun(args));

let directory: Directory;
let reach: string[];

beforeAll(async () => {
  const table = await makeTable(true);
  directory = createDirectory(documentClient(), table);
  reach = ['--table', table, '--endpoint', dynamoDbOptions().endpoint];
});

describe('seeding', () => {
  test('creates an account and a key and prints the secret once; the second run changes nothing', async () => {
    const first = await runAsProcess(programRun(reach));
    expect(first).toMatchObject({ code: 0, err: '' });
    const secret = /^Secret {2}(\S+)$/m.exec(first.out)?.[1] ?? '';
    expect(isWellFormedSecret(secret)).toBe(true);
    const account = await findAccount(directory, 'demo');
    expect(account).toMatchObject({ email: 'demo@example.com', planId: 'free', state: 'active' });
    const [key] = await listKeys(directory, 'demo');
    expect(key).toMatchObject({ name: 'default', state: 'active', secrets: [{ hash: hashSecret(secret) }] });
    expect(first.out).toContain(`Key     ${key?.keyId}\n`);

    const second = await run(...reach);
    expect(second).toEqual({
      code: 0,
      out: `Account demo\nPlan    free\nKey     ${key?.keyId} already exists; its secret cannot be shown again.\n`,
      err: '',
    });
    expect(await findAccount(directory, 'demo')).toEqual(account);
    expect(await listKeys(directory, 'demo')).toEqual([key]);
  });

  test('accepts account, email address, plan and key name, and prints one line of JSON with --json', async () => {
    const args = [
      '--account',
      'acme',
      '--email',
      'ann@acme.example',
      '--plan',
      'business',
      '--key',
      'staging',
      '--json',
    ];
    const first = await run(...reach, ...args);
    expect(first).toMatchObject({ code: 0, err: '' });
    expect(first.out).toMatch(/^[^\n]+\n$/);
    const { accountId, keyId, secret } = JSON.parse(first.out);
    expect([accountId, isWellFormedSecret(secret)]).toEqual(['acme', true]);
    expect(await findAccount(directory, 'acme')).toMatchObject({ email: 'ann@acme.example', planId: 'business' });
    expect(await listKeys(directory, 'acme')).toMatchObject([{ keyId, name: 'staging' }]);
    const second = await run(...reach, ...args);
    expect(JSON.parse(second.out)).toEqual({ accountId: 'acme', keyId, secret: null });
  });

  test('takes the plans of its stage, if the settings are a function of it', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'sluice-seed-'));
    const config = join(folder, 'settings.mjs');
    const own = JSON.stringify(pathToFileURL('sluice.config.ts').href);
    const gold = "{ ...settings.plans.at(-1), id: 'gold' }";
    const ofStage = `({ ...settings, plans: [...settings.plans, ...(stage === 'prod' ? [${gold}] : [])] })`;
    writeFileSync(config, `import settings from ${own};\nexport default (stage) => ${ofStage};`);
    const args = [...reach, '--account', 'golden', '--plan', 'gold', '--config', config];
    expect(await run(...args)).toMatchObject({ code: 4, err: expect.stringContaining('plan gold is not available') });
    expect(await run(...args, '--stage', 'prod')).toMatchObject({ code: 0, err: '' });
    expect(await findAccount(directory, 'golden')).toMatchObject({ planId: 'gold' });
    rmSync(folder, { recursive: true });
  });

  test('prints its usage with --help, and does nothing', async () => {
    const { code, out, err } = await run('--help');
    expect([code, err]).toEqual([0, '']);
    const options = [
      '--table',
      '--account',
      '--email',
      '--plan',
      '--stage',
      '--config',
      '--key',
      '--endpoint',
      '--json',
    ];
    for (const option of options) expect(out).toContain(option);
  });
});

const usage = String.raw`\nUsage: npm run seed -- --table NAME \[options\]\n$`;

describe('a failure says what is wrong and what to do', () => {
  const failing: [string, () => Promise<EndedProgram>, number, RegExp][] = [
    ['no table', () => run(), 2, new RegExp(`^--table is missing\\.${usage}`)],
    ...['table', 'account', 'email', 'plan', 'stage', 'config', 'key', 'endpoint'].map(
      (option): (typeof failing)[number] => [
        `an empty --${option}`,
        () => run('--table', 'directory', `--${option}=`),
        2,
        /^--\w+ is empty/,
      ],
    ),
    ['an unknown option', () => run('--tabel', 'x'), 2, new RegExp(`^Unknown option '--tabel'\\.${usage}`)],
    ['too many arguments', () => run(...reach, 'demo'), 2, new RegExp(`^Unexpected argument 'demo'\\.${usage}`)],
    [
      'an unknown plan',
      () => run(...reach, '--account', 'new', '--plan', 'platinum'),
      4,
      /^The plan platinum is not available\. Available plans: [a-z, ]+\.\n$/,
    ],
    ['a key without a name', () => run(...reach, '--key', ' '), 2, /^--key is empty/],
    [
      'an account id with invisible characters',
      () => run(...reach, '--account', 'a\u202eb'),
      2,
      /^--account or --email contains an invisible character\. Remove it\.\n/,
    ],
    [
      'more keys than the plan allows',
      async () => {
        await registerAccount(
          { directory, clock: systemClock },
          { accountId: 'full', email: 'a@b.example', planId: 'free' },
          customer,
        );
        for (const name of ['one', 'two', 'three'])
          await createKey({ directory, plans, clock: systemClock, readCalls: noCalls }, byCustomer('full'), { name });
        return run(...reach, '--account', 'full', '--key', 'four');
      },
      3,
      /^The free plan allows \d+ keys\. Revoke a key, or change to a larger plan\.\n$/,
    ],
    [
      'an unknown table',
      () => run('--table', 'there-is-no-such-table', '--endpoint', dynamoDbOptions().endpoint),
      4,
      /^The table or user pool does not exist\.\n$/,
    ],
    [
      'an endpoint that is not a URL',
      () => run('--table', 'directory', '--endpoint', 'localhost:8000'),
      2,
      /^--endpoint must be a URL, for example http:\/\/127\.0\.0\.1:8000, not localhost:8000\.\n/,
    ],
    [
      'an endpoint that does not answer',
      () => run('--table', 'directory', '--endpoint', 'http://127.0.0.1:1'),
      5,
      /^connect ECONNREFUSED 127\.0\.0\.1:1\n$/,
    ],
    ['AWS without a region', () => run('--table', 'directory'), 5, /^No AWS region is set\. Set AWS_REGION\.\n$/],
  ];

  test.each(failing)('%s', async (_, attempt, exitCode, message) => {
    const { code, out, err } = await attempt();
    expect(err).toMatch(message);
    expect([code, out]).toEqual([exitCode, '']);
  });
});
