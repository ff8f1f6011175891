import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { CognitoIdentityProviderClient } from '@aws-sdk/client-cognito-identity-provider';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import * as v from 'valibot';
import { importCommands } from '../../../bin/operator/import-keys.ts';
import { connectGateway } from '../../../bin/operator/operator-gateway.ts';
import { type ServedPool, servePool } from '../../../packages/cdk-local/test/user-pool/served-pool.ts';
import { authorize } from '../../../src/keys/authorize.ts';
import { revokeKey } from '../../../src/keys/change-key.ts';
import { mintSecret } from '../../../src/keys/secret.ts';
import { createLog } from '../../../src/log.ts';
import { RefusalRecords } from '../../../src/records/refusal-records.ts';
import { createSdkTable } from '../../../src/table/sdk-table.ts';
import { systemClock } from '../../../src/time.ts';
import { UserDirectory } from '../../../src/users/user-directory.ts';
import { byCustomer, operator } from '../../support/change-requests.ts';
import { documentClient, dynamoDbOptions } from '../../support/dynamodb.ts';
import { effort } from '../../support/effort.ts';
import { plans, readByFunctions } from '../../support/settings.ts';
import { documentsOf, OperatorProgram } from './operator-program.ts';

let pool: ServedPool;
let program: OperatorProgram;
beforeAll(async () => {
  pool = await servePool({ changes: { pool: { Policies: { PasswordPolicy: { MinimumLength: 12 } } } } });
  program = await OperatorProgram.start(pool);
});
afterAll(async () => {
  program.stop();
  await pool.stop();
});

/** As API Gateway makes them: 40 letters and digits. */
const secretOf = (name: string): string => createHash('sha512').update(name).digest('hex').slice(0, 40);
const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('hex');

const header = 'email,name,sha256,prefix,plan';
const rowOf = (email: string, name: string, plan = '') =>
  `${email},${name},${hashOf(secretOf(`${email} ${name}`))},${secretOf(`${email} ${name}`).slice(0, 4)},${plan}`;
const fileOf = (...rows: string[]): string => [header, ...rows, ''].join('\r\n');

const importFile = (file: string, ...args: string[]) => program.runWith(file, ['keys', 'import', ...args]);
const resultsOf = async (file: string, ...args: string[]) => documentsOf(await importFile(file, '--json', ...args));

const requestSchema = v.object({ request: v.object({ headers: v.record(v.string(), v.optional(v.string())) }) });

const ask = (secret: string, importedKeys: boolean, unknownKeys?: { count: (kind: string) => undefined }) => {
  const records = createSdkTable(documentClient(), program.tables.records);
  const refusals = new RefusalRecords({ records, clock: systemClock, log: createLog('error') });
  const deps = { directory: program.directory, plans, refusals, clock: systemClock, importedKeys };
  return authorize(secret, 'devnet', { ...deps, ...(unknownKeys && { unknownKeys }) });
};

describe('keys import', () => {
  test('makes accounts and keys whose clients keep their secret, while the setting importedKeys is on', async () => {
    const file = fileOf(
      rowOf('ann@a.example', 'one'),
      rowOf('Ann@a.example', 'two'),
      rowOf('bob@a.example', '"x, y"', 'business'),
    );
    const { code, out, err } = await importFile(file);
    expect({ code, out }).toEqual({ code: 0, out: '3 imported.\n' });
    expect(err).toContain('Warning: the setting importedKeys is off.');
    const identity = await ask(secretOf('ann@a.example one'), true);
    expect(identity).toMatchObject({ planId: 'free' });
    expect(await ask(secretOf('bob@a.example "x, y"'), true)).toMatchObject({ planId: 'business' });
    expect(await ask(secretOf('ann@a.example one'), false)).toBeUndefined();
    const [key] = documentsOf(await program.run('keys', 'list', identity?.accountId ?? '', '--json'));
    expect(key).toMatchObject({ secrets: [{ firstCharacters: secretOf('ann@a.example one').slice(0, 4) }] });
    expect((await program.runWith(secretOf('ann@a.example one'), ['keys', 'find'])).out).toContain('ann@a.example');
  });

  test('sends no mail, unless it is asked to', async () => {
    await importFile(fileOf(rowOf('quiet@a.example', 'one')));
    await importFile(fileOf(rowOf('loud@a.example', 'one')), '--invite');
    expect(await pool.code('loud@a.example')).toMatch(/^\w+$/);
    // The mail that came last is there, so an earlier one would be, too.
    const nothing = new Promise((resolve) => setImmediate(resolve, 'no mail'));
    expect(await Promise.race([pool.code('quiet@a.example'), nothing])).toBe('no mail');
  });

  test('changes nothing when it is repeated, also after a revocation, and continues a run that was cut', async () => {
    const count = effort(30, 1_000);
    const rows = Array.from({ length: count }, (_, index) =>
      rowOf(`c${Math.floor(index / 3)}@many.example`, `key ${index}`),
    );
    const half = await resultsOf(fileOf(...rows.slice(0, count / 2)));
    expect(half.every(({ result }) => result === 'imported')).toBe(true);
    const { accountId = '' } = (await ask(secretOf('c0@many.example key 0'), true)) ?? {};
    const deps = { directory: program.directory, plans, clock: systemClock };
    await revokeKey(deps, byCustomer(accountId), half[0].keyId);
    const preview = await resultsOf(fileOf(...rows), '--dry-run');
    expect(preview.map(({ result }) => result)).toEqual(
      rows.map((_, index) => (index < count / 2 ? 'known' : 'to import')),
    );
    const whole = await resultsOf(fileOf(...rows));
    expect(whole.map(({ result }) => result)).toEqual(
      rows.map((_, index) => (index < count / 2 ? 'known' : 'imported')),
    );
    expect(whole.slice(0, count / 2).map(({ keyId }) => keyId)).toEqual(half.map(({ keyId }) => keyId));
    expect((await resultsOf(fileOf(...rows))).map(({ keyId }) => keyId)).toEqual(whole.map(({ keyId }) => keyId));
    for (const [index, row] of rows.entries()) {
      const email = row.split(',')[0];
      expect(await ask(secretOf(`${email} key ${index}`), true)).toEqual(index === 0 ? undefined : expect.anything());
    }
  });

  test('refuses single rows, says why, and imports the others', async () => {
    const names = ['1', '2', '3', '4'];
    const other = rowOf('first@b.example', 'same');
    const results = await importFile(
      fileOf(...names.map((name) => rowOf('free@b.example', name)), rowOf('free@b.example', '5', 'business'), other),
      '--json',
    );
    expect(results.code).toBe(3);
    const problems = documentsOf(results).map(({ problem }) => problem);
    expect(problems.slice(0, 3)).toEqual([null, null, null]);
    expect(problems[3]).toContain('The free plan allows 3 keys.');
    expect(problems[4]).toMatch(/^The account .+ is on the plan free and not on business\. Change it/);
    expect(problems[5]).toBeNull();
    const stolen = await importFile(fileOf(other.replace('first@', 'second@')));
    expect(stolen.out).toMatch(/^1 refused\.\n.+\n.*second@b\.example.*Another account has a key with this secret\./s);
  });

  test('a dry run says what the import then does, and writes nothing', async () => {
    const own = rowOf('own@d.example', 'a');
    await importFile(fileOf(own));
    const file = fileOf(
      own,
      ...['b', 'c', 'd'].map((name) => rowOf('own@d.example', name)),
      rowOf('own@d.example', 'e', 'business'),
      ...['1', '2', '3', '4'].map((name) => rowOf('new@d.example', name)),
      rowOf('new@d.example', '5', 'business'),
      rowOf('new@d.example', 'x'.repeat(65)),
    );
    const preview = await resultsOf(file, '--dry-run');
    expect(preview.map(({ result }) => result)).toEqual([
      ...['known', 'to import', 'to import', 'refused', 'refused'],
      ...['to import', 'to import', 'to import', 'refused', 'refused', 'refused'],
    ]);
    expect(await resultsOf(fileOf(own.replace('own@', 'thief@')), '--dry-run')).toMatchObject([
      { result: 'refused', keyId: null, problem: 'Another account has a key with this secret.' },
    ]);
    expect(await ask(secretOf('own@d.example b'), true)).toBeUndefined();
    const { accountId = '' } = (await ask(secretOf('own@d.example a'), true)) ?? {};
    const results = await resultsOf(file);
    const { accountId: newId = '' } = (await ask(secretOf('new@d.example 1'), true)) ?? {};
    expect(accountId).not.toBe(newId);
    expect(
      results.map(({ result, keyId, problem, ...row }) =>
        result === 'imported'
          ? { ...row, result: 'to import', keyId: null, problem }
          : { ...row, result, keyId, problem: problem?.replace(newId, 'new@d.example') ?? null },
      ),
    ).toEqual(preview);
  });

  test('asks Cognito, which bills for it, once for a new customer', async () => {
    const asked: unknown[] = [];
    const onRequest = (message: unknown) => {
      const { headers } = v.parse(requestSchema, message).request;
      asked.push(headers['x-amz-target']?.split('.')[1]);
    };
    subscribe('http.server.request.start', onRequest);
    await importFile(fileOf(rowOf('once@a.example', 'one'), rowOf('once@a.example', 'two')));
    unsubscribe('http.server.request.start', onRequest);
    expect(asked.filter((each) => each !== undefined)).toEqual(['AdminGetUser', 'AdminCreateUser']);
  });

  test('in two processes at the same time makes each key once, and both know every row', async () => {
    const names = Array.from({ length: 8 }, (_, index) => `c${index}@twice.example`);
    const file = fileOf(...names.flatMap((email) => [rowOf(email, 'one'), rowOf(email, 'two')]));
    const both = await Promise.all([1, 2].map(() => program.runAsProcess(file, ['keys', 'import', '--json'])));
    const [first = [], second = []] = both.map((ended) => documentsOf(ended));
    const problems = [...first, ...second].flatMap(({ problem }) => problem ?? []);
    expect(problems).toEqual([]);
    expect(first.map(({ keyId }) => keyId)).toEqual(second.map(({ keyId }) => keyId));
    const results = first.map(({ result }, index) => [result, second[index].result].toSorted());
    expect(results).toEqual(first.map(() => ['imported', 'known']));
    const { accountId = '' } = (await ask(secretOf('c0@twice.example one'), true)) ?? {};
    expect(documentsOf(await program.run('keys', 'list', accountId, '--json'))).toHaveLength(2);
  });

  test('finds the customer whom another import has just created', async () => {
    const settings = { ...readByFunctions, billing: undefined, secretPrefix: 'slc', importedKeys: true };
    const location = {
      name: 'this',
      userPoolId: pool.poolId,
      planIds: undefined,
      tables: program.tables,
      endpoints: {},
    };
    const gatewayFor = await connectGateway({ ...location, dynamoDb: dynamoDbOptions() }, settings);
    const cognito = new CognitoIdentityProviderClient({ ...dynamoDbOptions(), endpoint: pool.url });
    const users = new UserDirectory(cognito, pool.poolId);
    const find = users.find.bind(users);
    users.find = async (name) => {
      const user = await find(name);
      if (!user) await users.create(name, 'Temporary-1234');
      return user;
    };
    const ended = await importCommands['keys import']?.run([], {
      options: {},
      input: Readable.from([fileOf(rowOf('moment@a.example', 'one'))]),
      warn: () => {},
      deployment: undefined,
      loadSettings: () => Promise.reject(new Error('There is no file.')),
      gatewaySettings: async () => settings,
      openGateway: async () => ({ ...gatewayFor({ origin: operator, warn: () => {} }), openUsers: async () => users }),
    });
    cognito.destroy();
    expect(ended?.text).toBe('1 imported.\n');
  });

  test.each([
    ['email,name\n', 'The first line must be email,name,sha256,prefix,plan.'],
    [fileOf('x,one,abc,1234,'), 'Line 2: email must be an email address. Line 2: sha256 must be a SHA-256'],
    [fileOf(`${rowOf('a@b.example', 'one')},more`), 'Line 2: has 6 cells, not 5.'],
    [fileOf(rowOf('a@b.example', 'one'), rowOf('a@b.example', 'one')), 'Line 3: has the secret of line 2.'],
    [fileOf(rowOf('a@b.example', '"one')), 'Line 2 is not CSV: check its quotation marks.'],
    [fileOf('', rowOf('a@b.example', 'one'), '', rowOf('a@b.example', '"two')), 'Line 5 is not CSV'],
    [
      fileOf('', 'x,one,abc,1234,', '\n', rowOf('a@b.example', '"two\r\nlines"'), 'y,one,abc,1234,'),
      /Line 3: email must .+ Line 6: name has invisible characters\. Line 8: email must be an email address\./,
    ],
    [
      fileOf(rowOf('a@b.example\u{200b}', 'one')),
      /^Nothing was imported\. Line 2: email has invisible characters\.\nUsage/,
    ],
    [
      fileOf(rowOf('a@b.example', 'one').replace(/,(\w{4}),$/, ',$1 $1 $1,')),
      'prefix must be the first 1 to 8 characters',
    ],
    ['', 'The first line must be'],
  ])('refuses a wrong file as a whole: %j', async (file, message) => {
    const { code, err } = await importFile(file);
    expect({ code, err }).toEqual({
      code: 2,
      err: typeof message === 'string' ? expect.stringContaining(message) : expect.stringMatching(message),
    });
  });

  test('refuses a plan that does not exist before anything is created', async () => {
    const { code } = await importFile(fileOf(rowOf('p@c.example', 'one'), rowOf('q@c.example', 'one', 'none')));
    expect(code).toBe(4);
    expect(await ask(secretOf('p@c.example one'), true)).toBeUndefined();
  });
});

const recordedSchema = v.record(v.string(), v.object({ item: v.array(v.record(v.string(), v.unknown())) }));
/** What moto 5.2.5 has answered to these requests. */
const recorded = v.parse(
  recordedSchema,
  JSON.parse(readFileSync(new URL('usage-plans-of-moto.json', import.meta.url), 'utf8')),
);

/** Runs `npm run usage-plans` on an AWS account that is a fake: it has these answers. */
async function readUsagePlans(answers: v.InferOutput<typeof recordedSchema>) {
  const server = createServer(({ url = '' }, outgoing) => {
    outgoing.writeHead(url in answers ? 200 : 404, { 'content-type': 'application/json' });
    outgoing.end(JSON.stringify(answers[url] ?? { message: 'not recorded' }));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const env = {
    PATH: process.env.PATH,
    AWS_ENDPOINT_URL_API_GATEWAY: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : ''}`,
    AWS_REGION: 'us-east-1',
    AWS_ACCESS_KEY_ID: 'test',
    AWS_SECRET_ACCESS_KEY: 'test',
  };
  const args = ['bin/usage-plans.ts', '--plans', 'Gold=business,Silver=developer'];
  const ended = await promisify(execFile)(process.execPath, args, { env });
  server.closeAllConnections();
  server.close();
  return ended;
}

describe('the keys of API Gateway’s usage plans', () => {
  test('become a file without their values, and their clients only change the address', async () => {
    const { stdout, stderr } = await readUsagePlans(recorded);
    expect(stdout.split('\r\n').map((line) => line.replace(/[\da-f]{64}/, 'HASH'))).toEqual([
      'email,name,sha256,prefix,plan',
      'ann@example.com,ann production,HASH,annp,business',
      'ann@example.com,ann staging,HASH,anns,business',
      'bob@example.com,bob,HASH,bobk,developer',
      ',nobody,HASH,nobo,',
      '',
    ]);
    expect(stdout).not.toContain('annproductionkey');
    expect(stderr.split('\n')).toEqual([
      'ann staging: in 2 usage plans: the first one counts',
      'nobody: no email address in its tag "email", description or customer id: enter one',
      'nobody: in no usage plan: its account gets the free plan',
      '',
    ]);
    const { code, out } = await importFile(stdout.replace('\r\n,nobody', '\r\neve@example.com,nobody'));
    expect({ code, out }).toEqual({ code: 0, out: '4 imported.\n' });
    expect(await ask('annproductionkeyAAAABBBBCCCC1234567890', true)).toMatchObject({ planId: 'business' });
    expect(await ask('nobodykeyJJJJKKKKLLLL12345678901234567890', true)).toMatchObject({ planId: 'free' });
    expect(await ask('offkeyMMMMNNNNOOOO1234567890123456789012', true)).toBeUndefined();
  });

  test('are not a file with only a header, if AWS refuses', async () => {
    await expect(readUsagePlans({})).rejects.toMatchObject({ code: 1, stdout: '' });
  });

  test('have their own names, and those whose value no client could use here are left out', async () => {
    const path = '/apikeys?includeValues=true&limit=500';
    const keyOf = (name: string, value: string) => ({ enabled: true, name, value, description: 'zoe@example.com' });
    const own = mintSecret();
    const item = [
      keyOf('-prod, "x"', 'minusprodAAAABBBBCCCC1234567890123456789'),
      keyOf('short', 'x'.repeat(15)),
      keyOf('miscopied\u{1b}', own.slice(0, -1) + (own.endsWith('a') ? 'b' : 'a')),
      keyOf('of a gateway', own),
    ];
    const { stdout, stderr } = await readUsagePlans({ ...recorded, [path]: { item } });
    const lines = stdout.split('\r\n').map((line) => line.replace(/[\da-f]{64}/, 'HASH'));
    expect(lines.slice(1)).toEqual([
      'zoe@example.com,"-prod, ""x""",HASH,minu,',
      `zoe@example.com,of a gateway,HASH,${own.slice(0, 4)},`,
      '',
    ]);
    for (const name of ['short', 'miscopied\\u{1b}']) expect(stderr).toContain(`${name}: left out: its value cannot`);
    expect((await importFile(stdout)).out).toBe('2 imported.\n');
    const { accountId = '' } = (await ask('minusprodAAAABBBBCCCC1234567890123456789', true)) ?? {};
    const keys = documentsOf(await program.run('keys', 'list', accountId, '--json'));
    expect(keys.map(({ name }) => name).toSorted()).toEqual(['-prod, "x"', 'of a gateway']);
    expect(await ask(own, true)).toMatchObject({ accountId });
  });
});

describe('a secret without a checksum', () => {
  test.each([
    ['x'.repeat(15), 'malformed'],
    ['x'.repeat(16), 'unknown'],
    ['x'.repeat(200), 'unknown'],
    ['x'.repeat(201), 'malformed'],
    [`x y${'z'.repeat(20)}`, 'malformed'],
    [`slc_${'a'.repeat(38)}`, 'malformed'],
    [`slt_${'a'.repeat(38)}`, 'malformed'],
    [`slt_${'a'.repeat(20)}`, 'malformed'],
  ])('%#: %.30s is %s with the setting, and malformed without it', async (secret, expected) => {
    for (const [importedKeys, kind] of [
      [true, expected],
      [false, 'malformed'],
    ] as const) {
      const kinds: string[] = [];
      await ask(secret, importedKeys, { count: (counted) => void kinds.push(counted) });
      expect(kinds).toEqual([kind]);
    }
  });
});
