import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import fixedConfig from '../support/fixed.config.ts';
import { planNamed } from '../support/plans.ts';
import { startTestRuntime, type TestKey, type TestRuntime, usageOf } from '../support/test-runtime.ts';
import { type ClientProgram, type Ended, languages, prepareClients } from './client-programs.ts';

const folder = mkdtempSync(join(tmpdir(), 'sluice-clients-'));
const config = join(folder, 'sluice.config.json');

/** Plans whose limits a test reaches with two calls. */
const smallPlans = [
  { id: 'one-a-second', limits: { callsPerSecond: 1, callsPerDay: 100 } },
  { id: 'one-a-day', limits: { callsPerSecond: 10, callsPerDay: 1 } },
].map((small) => ({ ...planNamed('free'), ...small, availability: 'by-operator' }));

let local: TestRuntime;
let clients: Readonly<Record<string, ClientProgram>>;
beforeAll(async () => {
  writeFileSync(config, JSON.stringify({ ...fixedConfig, plans: [...fixedConfig.plans, ...smallPlans] }));
  // Nothing listens on the port of mainnet's node.
  const starting = startTestRuntime({ mainnet: ['http://127.0.0.1:9'] }, { config });
  [local, clients] = await Promise.all([starting, prepareClients(folder)]);
});
afterAll(async () => {
  await local?.stop();
  for (const { stop } of Object.values(clients ?? {})) stop?.();
  rmSync(folder, { recursive: true, force: true });
});

const haveRun = new Set<string>();

/** Runs a client, as a user does the first time; its output never contains the secret. */
async function run(language: string, secret: string, { network = 'devnet', calls = '1' } = {}): Promise<Ended> {
  const { command = '', args = [], again } = clients[language] ?? {};
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  const env = { PATH, NODE_COMPILE_CACHE, ENDPOINT: local.runtime.endpoints[network], RPC_API_KEY: secret };
  const ended = await (again && haveRun.has(language) ? again(calls, env) : start(command, [...args, calls], env));
  haveRun.add(language);
  expect(ended.stdout + ended.stderr).not.toContain(secret.trim().slice(0, 20));
  return ended;
}

async function start(command: string, args: readonly string[], env: NodeJS.ProcessEnv): Promise<Ended> {
  const client = spawn(command, args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
  const [[status], stdout, stderr] = await Promise.all([
    once(client, 'close'),
    text(client.stdout),
    text(client.stderr),
  ]);
  return { status, stdout, stderr };
}

const recordsOf = async (key: TestKey) => {
  await local.runtime.drained();
  return (await usageOf(local, key)).records;
};

describe.each(languages)('the client in %s', (language) => {
  test('prints the slot', async () => {
    const { secret } = await local.newKey();
    expect(await run(language, secret)).toEqual({ status: 0, stdout: expect.stringMatching(/^\d+\n$/), stderr: '' });
  });

  test('waits when the limit per second is reached, and then gets every answer', async () => {
    const key = await local.newKey({ planId: 'one-a-second' });
    const { status, stdout, stderr } = await run(language, key.secret, { calls: '3' });
    expect(stdout).toMatch(/^(\d+\n){3}$/);
    expect(status).toBe(0);
    expect(stderr).toMatch(/^(Limit reached: waiting 1 s\.\n)+$/);
    const outcomes = (await recordsOf(key)).map(({ outcome }) => outcome);
    expect(outcomes).toContain('rate_limited');
  });

  test('stops when the daily quota is exceeded, because it would wait for hours', async () => {
    const key = await local.newKey({ planId: 'one-a-day' });
    const { status, stdout, stderr } = await run(language, key.secret, { calls: '2' });
    expect(status).toBe(1);
    expect(stdout).toMatch(/^\d+\n$/);
    const [, id] = /^Limit reached: the next call is possible in \d+ s\. Request id: (\w+)\n$/.exec(stderr) ?? [];
    expect((await recordsOf(key)).map(({ requestId, outcome }) => [requestId, outcome])).toContainEqual([
      id,
      'quota_exceeded',
    ]);
  });

  test('says that its key was rejected, with the id of API Gateway', async () => {
    const key = await local.newKey();
    await local.revoke(key);
    expect(await run(language, key.secret)).toEqual({
      status: 1,
      stdout: '',
      stderr: expect.stringMatching(
        /^The gateway rejected the key \(403\)\. Check RPC_API_KEY and ENDPOINT, .+ Request id: (?!none).+\n$/,
      ),
    });
  });

  test('reports a failure of the node with the id that the history has', async () => {
    const key = await local.newKey();
    const { status, stderr } = await run(language, key.secret, { network: 'mainnet' });
    expect(status).toBe(1);
    const [, id] = /^The gateway answered 502\. Request id: (\w+)\n$/.exec(stderr) ?? [];
    expect((await recordsOf(key)).map(({ requestId, outcome }) => [requestId, outcome])).toEqual([
      [id, 'upstream_error'],
    ]);
  });

  test('ignores spaces and line breaks around the key, and never prints one that is no header', async () => {
    const { secret } = await local.newKey();
    expect((await run(language, `\t${secret}\r\n`)).status).toBe(0);
    for (const wrong of [`${secret.slice(0, 20)}\n${secret.slice(20)}`, `${secret}…`]) {
      const { status, stdout, stderr } = await run(language, wrong);
      expect({ status, stdout, stderr }).toEqual({
        status: 1,
        stdout: '',
        stderr: 'RPC_API_KEY has characters that no key has. Copy the key again.\n',
      });
    }
  });

  test('says what HOW OFTEN must be', async () => {
    for (const calls of ['abc', '0', '-1', '1.5']) {
      const { status, stderr } = await run(language, 'slc_unused', { calls });
      expect([calls, status, stderr]).toEqual([calls, 1, 'HOW OFTEN must be a number, such as 3.\n']);
    }
  });

  test('says what to set without an endpoint', async () => {
    const { status, stderr } = await run(language, 'slc_unused', { network: 'none' });
    expect(status).toBe(1);
    expect(stderr).toBe('Set ENDPOINT and RPC_API_KEY.\n');
  });
});
