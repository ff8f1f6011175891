import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { type Runtime, startRuntime } from '../../../bin/start/runtime.ts';
import type { Settings } from '../../../lib/settings/settings.ts';
import type { Plan } from '../../../src/plans.ts';
import { becomeCustomer, type Customer } from '../../support/customer.ts';
import fixedConfig from '../../support/fixed.config.ts';
import { planNamed } from '../../support/plans.ts';
import { runInHost } from '../../support/program-host.ts';
import { call, post, send } from '../../support/rpc.ts';
import { plans } from '../../support/settings.ts';
import { sharedAssembly } from '../../support/shared-assembly.ts';
import { operatorScript as script } from '../operator/operator-program.ts';

// One folder of data under three settings files, one after the other: the tests are in the order of a plan's life.

const gold = { ...planNamed('developer'), id: 'gold' };
const offering = (...more: Plan[]): Settings => ({
  ...fixedConfig,
  plans: [plans.free, ...more, ...plans.all.filter(({ id }) => id === 'business')],
});

/** Of another gateway: no prefix, no checksum. */
const foreign = 'Zq3vN8sT1xY6bD4kW9mP2rL7';

const folder = mkdtempSync(join(tmpdir(), 'sluice-changed-'));
let runtime: Runtime;
let customer: Customer;
let key: { readonly keyId: string; readonly secret: string };

async function restart(name: string, settings: Settings): Promise<void> {
  await runtime?.stop();
  const config = join(folder, `${name}.json`);
  writeFileSync(config, JSON.stringify(settings));
  const upstreams = { mainnet: [{ url: 'http://127.0.0.1:9' }] };
  runtime = await startRuntime({ dataDir: join(folder, 'data'), config, upstreams, synth: sharedAssembly });
  mkdirSync(join(folder, '.local'), { recursive: true });
  const { dynamodbUrl, tables, userPool } = runtime;
  const variables = { USER_POOL_URL: userPool.url, USER_POOL_ID: userPool.id };
  const connection = { dynamodbUrl, tables, failures: folder, variables };
  writeFileSync(join(folder, '.local/8545.json'), JSON.stringify(connection));
}

afterAll(async () => {
  await runtime?.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** No test has seen an answer that says 5xx. */
afterEach(() => {
  const failed = runtime.logs().filter(({ source, line }) => source === 'access-log' && /"status":"5/.test(line));
  expect(failed).toEqual([]);
});

const rpc = (secret = key.secret) => post(runtime.endpoints.devnet ?? '', secret, call('getHealth'));

async function api(method: string, path: string, body?: unknown) {
  const headers = { Authorization: `Bearer ${customer.idToken}`, 'Content-Type': 'application/json' };
  const sent = { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) };
  const answer = await send(`${runtime.apiUrl}/v1${path}`, sent);
  return { status: answer.status, body: JSON.parse(answer.body) };
}

const choose = (planId: string) => api('PUT', '/account/plan', { planId });

/** Runs a command of the operator; rejects unless it succeeds. */
const operator = (...given: string[]) => operatorWith('', ...given);

/** @param input what the command reads from standard input */
async function operatorWith(input: string, ...given: string[]): Promise<string> {
  const args = [...given, '--json', '--config', runtime.config];
  const { code, out, err } = await runInHost({ script, args, cwd: folder, env: process.env, input });
  if (code !== 0) throw new Error(`${given.join(' ')} ended with ${code}: ${err}`);
  return out;
}

/** The status of every operation that reads, and of those that change a key. */
async function statuses(): Promise<Record<string, number>> {
  const ofKey = `/keys/${key.keyId}`;
  const [request] = (await api('GET', `${ofKey}/requests`)).body.requests;
  const all: [string, string, unknown?][] = [
    ...['/account', '/plans', '/endpoints', '/keys', '/keys?state=revoked', '/usage'].map((path): [string, string] => [
      'GET',
      path,
    ]),
    ...['/usage', '/requests', `/requests/${request.requestId}`].map((path): [string, string] => ['GET', ofKey + path]),
    ['PUT', '/account/plan', { planId: 'gold' }],
    ['PATCH', ofKey, { name: 'renamed' }],
  ];
  const found: Record<string, number> = {};
  for (const [method, path, body] of all) {
    found[`${method} ${path.replace(key.keyId, 'KEY').replace(request.requestId, 'REQUEST')}`] = (
      await api(method, path, body)
    ).status;
  }
  return found;
}

async function expectEverythingWorks(): Promise<void> {
  const found = await statuses();
  expect(found).toEqual(Object.fromEntries(Object.keys(found).map((operation) => [operation, 200])));
  const rotated = await api('POST', `/keys/${key.keyId}/rotate`, { graceHours: 24 });
  expect(rotated.status).toBe(200);
  key = { ...key, secret: rotated.body.secret };
  const { accountId } = customer;
  const reads = [
    ['accounts', 'list'],
    ['accounts', 'show', accountId],
    ['accounts', 'usage', accountId],
    ['plans', 'list'],
    ['keys', 'list', accountId],
    ['keys', 'show', accountId, key.keyId],
    ['keys', 'usage', accountId, key.keyId],
  ];
  for (const command of reads) expect(await operator(...command)).not.toBe('');
}

describe('with an open plan, imported keys, and sign-up for everybody', () => {
  beforeAll(() => restart('open', { ...offering(gold), importedKeys: true }));

  test('a key from elsewhere works with its very next request after it was imported', async () => {
    expect((await rpc(foreign)).status).toBe(403);
    const sha256 = createHash('sha256').update(foreign).digest('hex');
    const file = `email,name,sha256,prefix,plan\nmoved@example.com,old,${sha256},${foreign.slice(0, 4)},free\n`;
    await operatorWith(file, 'keys', 'import');
    expect(JSON.parse((await rpc(foreign)).body)).toMatchObject({ result: 'ok' });
  });

  test('the operator gives a customer the plan, and its keys work', async () => {
    customer = await becomeCustomer({ runtime }, 'ada@example.com');
    expect((await api('GET', '/account')).status).toBe(200);
    await operator('accounts', 'change-plan', customer.accountId, 'gold');
    const { body } = await api('POST', '/keys', { name: 'in use' });
    key = { keyId: body.key.keyId, secret: body.secret };
    expect((await rpc()).status).toBe(200);
    await runtime.drained();
    await expectEverythingWorks();
  });
});

describe('after the plan was retired, imported keys switched off, and sign-up limited to a domain', () => {
  const settings: Settings = {
    ...offering({ ...gold, availability: 'retired' }),
    signUp: { emailDomains: ['acme.example'] },
  };
  beforeAll(() => restart('retired', settings));

  test('its keys and everything else work as before', async () => {
    expect((await rpc()).status).toBe(200);
    expect((await api('GET', '/account')).body).toMatchObject({
      planId: 'gold',
      plan: { planId: 'gold', open: false },
    });
    expect((await api('POST', '/keys', { name: 'another' })).status).toBe(201);
    await expectEverythingWorks();
  });

  test('the key from elsewhere is refused', async () => {
    expect((await rpc(foreign)).status).toBe(403);
  });

  test('nobody else can choose it', async () => {
    const other = await becomeCustomer({ runtime }, 'Grace@ACME.example');
    const { response } = await other.client.PUT('/v1/account/plan', { body: { planId: 'gold' } });
    expect(response.status).toBe(400);
    const { data } = await other.client.GET('/v1/plans');
    expect(data?.plans.map(({ planId }) => planId)).not.toContain('gold');
  });

  test.each(['ada@evil.example', 'ada@mail.acme.example'])('%s cannot sign up', async (email) => {
    const signUp = becomeCustomer({ runtime }, email);
    await expect(signUp).rejects.toThrow(/^sign-up: 403 .*"sign_up_refused"/);
    await expect(signUp).rejects.toThrow('Only email addresses of these domains can create an account: acme.example.');
  });
});

describe('after the plan was removed, and sign-up closed', () => {
  beforeAll(() => restart('removed', { ...offering(), signUp: 'closed' }));

  test('its keys are refused, which their history shows', async () => {
    const { status, body } = await rpc();
    expect([status, body]).toEqual([403, '{"message":"Forbidden"}']);
    // The first refusal is recorded with the next request of the process at the latest.
    expect((await rpc()).status).toBe(403);
    const history = await api('GET', `/keys/${key.keyId}/requests?outcome=plan_inactive`);
    expect(history.body.requests.length).toBeGreaterThan(0);
  });

  test('the account has no plan; everything that needs none works', async () => {
    expect((await api('GET', '/account')).body).toMatchObject({ planId: 'gold', plan: null });
    expect(await api('POST', '/keys', { name: 'another' })).toMatchObject({
      status: 409,
      body: { code: 'no_active_plan' },
    });
    await expectEverythingWorks();
  });

  test('choosing the free plan makes the same secret work with its very next request', async () => {
    expect(await choose('free')).toMatchObject({ status: 200, body: { planId: 'free' } });
    expect((await rpc()).status).toBe(200);
    expect(await choose('gold')).toMatchObject({ status: 400, body: { code: 'unknown_plan' } });
  });

  test('nobody can sign up', async () => {
    for (const email of ['new@acme.example', 'new@example.com']) {
      await expect(becomeCustomer({ runtime }, email)).rejects.toThrow(/^sign-up: 403 .*"sign_up_refused"/);
    }
  });
});
