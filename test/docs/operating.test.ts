import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CreateTableCommand } from '@aws-sdk/client-dynamodb';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { newAccount } from '../../src/accounts/accounts.ts';
import { accountItemKey } from '../../src/directory/directory-items.ts';
import { findAccount, listKeys } from '../../src/directory/directory-reads.ts';
import { createLog } from '../../src/log.ts';
import { connectDynamoDb, createSdkTable } from '../../src/table/sdk-table.ts';
import { systemClock } from '../../src/time.ts';
import { secretsManagerCredentials } from '../../src/upstream/upstream-credentials.ts';
import { startTestRuntime, type TestRuntime } from '../support/test-runtime.ts';
import { type CloudFormation, startCloudFormation } from './cloud-formation.ts';
import { type NpmPrograms, serveNpmPrograms } from './npm-programs.ts';
import { codeBlocks } from './pages.ts';
import { executedCommands, programs, skippedCommands } from './skipped-commands.ts';

const page = 'docs/operating.md';
const stackName = 'Sluice-prod';
const credentials = { accessKeyId: 'operator', secretAccessKey: 'operator' };
const lost = {
  ...accountItemKey('lost'),
  ...newAccount({ accountId: 'lost', email: 'lost@example.com', planId: 'free' }, systemClock()),
};

type Ended = { readonly code: number | string; readonly out: string; readonly err: string };

let folder: string;
let local: TestRuntime;
let cloudFormation: CloudFormation;
let npmPrograms: NpmPrograms;
let ended: Ended;
/** The skipped commands, as lists of words. */
let calls: string[][];

/** Makes the table that a restore of the Directory creates, with an account that is missing in the Directory. */
async function makeRestored(endpoint: string): Promise<void> {
  const client = connectDynamoDb({ endpoint, region: 'us-east-1', credentials });
  const names = ['pk', 'sk'] as const;
  await client.send(
    new CreateTableCommand({
      TableName: 'sluice-restored',
      BillingMode: 'PAY_PER_REQUEST',
      AttributeDefinitions: names.map((AttributeName) => ({ AttributeName, AttributeType: 'S' })),
      KeySchema: names.map((AttributeName, index) => ({ AttributeName, KeyType: index === 0 ? 'HASH' : 'RANGE' })),
    }),
  );
  await createSdkTable(client, 'sluice-restored').put(lost);
  client.destroy();
}

const file = (name: string, lines: readonly string[]): string => {
  writeFileSync(join(folder, name), lines.map((line) => `${line}\n`).join(''));
  return join(folder, name);
};

/** Runs all of the page's commands in one shell, in a folder where this repository is `sluice`. */
function runPage(): Promise<Ended> {
  const { outputs, resources } = local.runtime.template;
  const script = file('page.sh', [readFileSync('test/docs/fake-commands.sh', 'utf8'), ...codeBlocks(page, 'sh')]);
  const env = {
    PATH: process.env.PATH,
    NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
    // test/lib/cdk-nag.test.ts lets the CDK validate the template, which takes it longer than to make it.
    CDK_VALIDATION: 'false',
    HOME: join(folder, 'home'),
    CDK_OUTPUT: join(folder, 'cdk.out'),
    STACK_NAME: stackName,
    CALLS: file('calls', []),
    PROGRAMS: file('programs', programs),
    PROGRAMS_URL: npmPrograms.url,
    EXECUTED: file('executed', executedCommands),
    SKIPPED: file('skipped', Object.keys(skippedCommands)),
    OUTPUTS: file(
      'outputs',
      Object.entries(outputs).map((output) => output.join(' ')),
    ),
    RESOURCES: file(
      'resources',
      resources.map(({ type, logicalId, ref }) => [type, logicalId, ref].join(' ')),
    ),
    AWS_ENDPOINT_URL_DYNAMODB: local.runtime.dynamodbUrl,
    AWS_ENDPOINT_URL_CLOUDFORMATION: cloudFormation.url,
    AWS_ACCESS_KEY_ID: credentials.accessKeyId,
    AWS_SECRET_ACCESS_KEY: credentials.secretAccessKey,
  };
  return new Promise((resolve) =>
    execFile('bash', [script], { cwd: join(folder, 'work'), env }, (error, out, err) =>
      resolve({ code: error?.code ?? 0, out, err }),
    ),
  );
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'operating-'));
  mkdirSync(join(folder, 'home'));
  mkdirSync(join(folder, 'work'));
  symlinkSync(process.cwd(), join(folder, 'work', 'sluice'));
  local = await startTestRuntime();
  cloudFormation = await startCloudFormation(stackName, local.runtime.template.outputs);
  await makeRestored(local.runtime.dynamodbUrl);
  npmPrograms = await serveNpmPrograms(process.cwd());
  ended = await runPage();
  const written = readFileSync(join(folder, 'calls'), 'utf8').trim();
  calls = written.split('\n').map((line) => line.split('\x1f'));
});

afterAll(async () => {
  await npmPrograms?.stop();
  cloudFormation?.stop();
  await local?.stop();
  rmSync(folder, { recursive: true, force: true });
});

describe('an operator who follows the page line by line', () => {
  test('finds that every command succeeds or is listed as skipped', () => {
    if (ended.code !== 0) throw new Error(`the page ended with ${ended.code}:\n${ended.err.slice(-2_000)}`);
    const words = calls.map((call) => `${call.join(' ')} `);
    expect(Object.keys(skippedCommands).filter((begin) => !words.some((call) => call.startsWith(`${begin} `)))).toEqual(
      [],
    );
  });

  test('synthesizes the template of prod', () => {
    const template = JSON.parse(readFileSync(join(folder, 'cdk.out', `${stackName}.template.json`), 'utf8'));
    expect(Object.keys(template.Outputs)).toEqual(expect.arrayContaining(Object.keys(local.runtime.template.outputs)));
  });

  test('gets a key that works', () => {
    expect(ended.out).toContain('"result":"ok"');
  });

  test('finds the account of a leaked key, and revokes the key', async () => {
    expect(ended.out).toMatch(
      /^account +operator\n.*\nplan +business\naccount is +active\nkey +key_\w+\nname +trial\n/m,
    );
    expect(ended.out).toMatch(/^secret +slc_\w{4}… newest\nrefused as +–$/m);
    const keys = await listKeys(local.directory, 'operator');
    expect(keys.map(({ name, state }) => [name, state])).toEqual(
      expect.arrayContaining([
        ['trial', 'revoked'],
        ['replacement', 'active'],
      ]),
    );
  });

  test('has every account at the end, including the restored one', async () => {
    expect(await findAccount(local.directory, 'operator')).toMatchObject({ planId: 'business', state: 'active' });
    expect(await findAccount(local.directory, 'lost')).toMatchObject({ email: 'lost@example.com' });
  });
});

describe('the examples of nodes’ credentials', () => {
  test('are accepted by the gateway', async () => {
    const secrets = codeBlocks(page, 'json').map((block): unknown => JSON.parse(block));
    expect(secrets).toHaveLength(2);
    for (const secret of secrets) {
      const secretsManager = { call: async () => ({ SecretString: JSON.stringify(secret) }) };
      const find = secretsManagerCredentials(secretsManager, systemClock, createLog('error'));
      expect(await find('sluice/mainnet-node')).toEqual(secret);
    }
  });
});
