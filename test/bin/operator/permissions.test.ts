import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { commands } from '../../../bin/operator/commands.ts';
import { type ServedPool, servePool } from '../../../packages/cdk-local/test/user-pool/served-pool.ts';
import type { AccountToken } from '../../../src/directory/token-items.ts';
import { createSdkTable } from '../../../src/table/sdk-table.ts';
import { systemClock } from '../../../src/time.ts';
import { createToken } from '../../../src/tokens/create-token.ts';
import { dayKey } from '../../../src/usage/day-items.ts';
import { newKey } from '../../keys/new-key.ts';
import { byCustomer } from '../../support/change-requests.ts';
import { documentClient, dynamoDbOptions, makeUsageTable } from '../../support/dynamodb.ts';
import { isNight } from '../../support/effort.ts';
import { documentedActions } from './documented-actions.ts';
import { OperatorProgram } from './operator-program.ts';
import { type RecordingProxy, startRecordingProxy } from './recording-proxy.ts';

let pool: ServedPool;
let program: OperatorProgram;
let dynamoDb: RecordingProxy;
let cognito: RecordingProxy;
let labels: Record<string, string>;
let keyId: string;
let secret: string;
let tokenId: string;

beforeAll(async () => {
  pool = await servePool({ changes: { pool: { Policies: { PasswordPolicy: { MinimumLength: 12 } } } } });
  program = await OperatorProgram.start(pool);
  [dynamoDb, cognito] = await Promise.all([
    startRecordingProxy(dynamoDbOptions().endpoint),
    startRecordingProxy(pool.url),
  ]);
  const { directory, admissions, records, usage } = program.tables;
  labels = { [directory]: 'Directory', [admissions]: 'Admissions', [records]: 'Records', [usage]: 'Usage' };
  await program.register('acme', 'business');
  const created = await newKey(program.directory, 'acme', 'first', systemClock);
  [keyId, secret] = [created.key.keyId, created.secret];
  ({ tokenId } = await newToken());
  await createSdkTable(documentClient(), usage).put(dayKey({ accountId: 'acme', keyId, day: today }));
});
afterAll(async () => {
  program.stop();
  dynamoDb.stop();
  cognito.stop();
  await pool.stop();
});

/** At night each command has a process of its own, which must end by itself. */
const run: OperatorProgram['runWith'] = (...of) => (isNight ? program.runAsProcess(...of) : program.runWith(...of));

async function newToken(): Promise<AccountToken> {
  const users = { isPassword: async () => true };
  const deps = { directory: program.directory, clock: systemClock, users, serverClientId: 'none' };
  const asked = { name: 'CI', permissions: ['read'], days: null } as const;
  return (await createToken(deps, byCustomer('acme'), asked, 'password')).token;
}

const today = new Date().toISOString().slice(0, 10);

const usages: readonly (readonly [string, () => readonly string[]])[] = [
  ['accounts list', () => []],
  ['accounts show', () => ['acme']],
  ['accounts suspend', () => ['acme']],
  ['accounts resume', () => ['acme']],
  ['accounts change-plan', () => ['acme', 'scale']],
  ['accounts tokens', () => ['acme']],
  ['accounts revoke-token', () => ['acme', tokenId]],
  ['accounts usage', () => ['acme']],
  ['accounts statement', () => ['acme', '--month', today.slice(0, 7)]],
  ['accounts export', () => ['acme', '--out', join(program.folder, 'acme.zip')]],
  ['keys list', () => ['acme']],
  ['keys show', () => ['acme', keyId]],
  ['keys find', () => []],
  ['keys usage', () => ['acme', keyId]],
  ['requests list', () => ['acme', keyId]],
  ['keys rotate', () => ['acme', keyId]],
  ['keys create', () => ['acme', 'second']],
  ['keys revoke', () => ['acme', keyId]],
];

describe('docs/cli.md lists the IAM actions that a command uses, and no other', () => {
  test.each(usages)('%s', async (name, args) => {
    const environment = { AWS_ENDPOINT_URL_DYNAMODB: dynamoDb.url };
    const { code, err } = await run(secret, [...name.split(' '), ...args(), '--stage', 'dev'], environment);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(dynamoDb.takeActions(labels)).toEqual(documentedActions.get(name));
  });

  const actionsOnUsers = () => [
    ...dynamoDb.takeActions(labels),
    ...cognito.takeActions().map((action) => `User pool${action}`),
  ];
  const runOnUsers = (...args: string[]) =>
    run('', [...args, '--stage', 'dev'], {
      AWS_ENDPOINT_URL_DYNAMODB: dynamoDb.url,
      AWS_ENDPOINT_URL_COGNITO_IDENTITY_PROVIDER: cognito.url,
    });

  test('accounts create', async () => {
    const create = () => runOnUsers('accounts', 'create', 'ann@b.example');
    expect([(await create()).code, (await create()).code]).toEqual([0, 3]);
    expect(actionsOnUsers().toSorted()).toEqual(documentedActions.get('accounts create'));
  });

  test('keys import', async () => {
    const file = `email,name,sha256,prefix,plan\nnew@b.example,one,${'0'.repeat(64)},abcd,\n`;
    const environment = {
      AWS_ENDPOINT_URL_DYNAMODB: dynamoDb.url,
      AWS_ENDPOINT_URL_COGNITO_IDENTITY_PROVIDER: cognito.url,
    };
    const { code } = await run(file, ['keys', 'import', '--stage', 'dev'], environment);
    expect(code).toBe(0);
    // An account whose slots of the day are used needs their calls.
    expect([...actionsOnUsers(), 'Admissions: GetItem'].toSorted()).toEqual(documentedActions.get('keys import'));
  });

  test.each(['accounts sign-out', 'accounts disable-second-factor'])('%s', async (name) => {
    const email = `${name.replace(' ', '-')}@b.example`;
    await runOnUsers('accounts', 'create', email);
    actionsOnUsers();
    expect(await runOnUsers(...name.split(' '), email)).toMatchObject({ code: 0, err: '' });
    expect(actionsOnUsers().toSorted()).toEqual(documentedActions.get(name));
  });

  test('accounts delete', async () => {
    const email = 'leaving@b.example';
    await runOnUsers('accounts', 'create', email);
    const dry = await runOnUsers('accounts', 'delete', email, '--dry-run', '--json');
    await runOnUsers('keys', 'create', JSON.parse(dry.out).accountId, 'first');
    actionsOnUsers();
    expect(await runOnUsers('accounts', 'delete', email, '--yes')).toMatchObject({ code: 0, err: '' });
    expect(actionsOnUsers().toSorted()).toEqual(documentedActions.get('accounts delete'));
  });

  test('restore', async () => {
    const from = await makeUsageTable();
    await createSdkTable(documentClient(), from).put({
      ...dayKey({ accountId: 'acme', keyId: 'lost', day: today }),
      figures: '{}',
    });
    const script = fileURLToPath(new URL('../../../bin/restore.ts', import.meta.url));
    const args = ['--from', from, '--to', program.tables.usage, '--endpoint', dynamoDb.url];
    await promisify(execFile)(process.execPath, [script, ...args]);
    const tables = { [from]: 'Copy', [program.tables.usage]: 'Directory or Usage' };
    expect(dynamoDb.takeActions(tables)).toEqual(documentedActions.get('npm run restore'));
  });

  test('of every command', () => {
    const described = [...Object.keys(commands), 'npm run seed', 'npm run restore'];
    for (const name of described) expect(documentedActions.has(name)).toBe(true);
  });
});
