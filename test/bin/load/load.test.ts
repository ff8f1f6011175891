import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { mintSecret } from '../../../src/keys/secret.ts';
import { untilRecorded } from '../../support/held-refusals.ts';
import { type ProgramRun, runAsProcess, runInHost } from '../../support/program-host.ts';
import { plans } from '../../support/settings.ts';
import { startTestRuntime, type TestRuntime, usageOf } from '../../support/test-runtime.ts';
import { startUpstream, stopUpstreams, unreachableUrl } from '../../upstream/upstream-server.ts';

const program = fileURLToPath(new URL('../../../bin/load.ts', import.meta.url));
const answer = '{"jsonrpc":"2.0","id":1,"result":"ok"}';
const someSecret = mintSecret();

const programRun = (args: readonly string[], secret = someSecret): ProgramRun => {
  const env = { PATH: process.env.PATH, RPC_API_KEY: secret };
  return { script: program, args, cwd: process.cwd(), env, input: '' };
};
const run = (args: readonly string[], secret = someSecret) => runInHost(programRun(args, secret));

const loadOf = (url: string, rps: number, seconds: number) => [
  '--url',
  url,
  '--rps',
  `${rps}`,
  '--seconds',
  `${seconds}`,
];

let server: Server | undefined;
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
  server = undefined;
});

async function serve(handler: RequestListener): Promise<string> {
  server = createServer(handler).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  return `http://127.0.0.1:${typeof address === 'object' && address ? address.port : ''}`;
}

describe('on the local gateway', () => {
  let local: TestRuntime;
  beforeAll(async () => {
    const node = await startUpstream((response) => void response.end(answer));
    local = await startTestRuntime({ mainnet: [node.url], devnet: [node.url] });
  });
  afterAll(async () => {
    await local?.stop();
    await stopUpstreams();
  });

  test('it counts each outcome as the gateway does, and finds its limits exact', async () => {
    const key = await local.newKey();
    const { callsPerSecond, callsPerDay } = plans.free.limits;
    const args = [...loadOf(local.runtime.endpoints.mainnet ?? '', 3 * callsPerSecond, 3), '--json'];
    const { code, out } = await runAsProcess(programRun(args, key.secret));
    const report = JSON.parse(out);
    expect(report).toMatchObject({
      sent: 9 * callsPerSecond + 1,
      failed: 0,
      unsent: 0,
      reasons: { rate_limited: report.refused },
    });
    expect(report.ok + report.refused).toBe(report.sent);
    expect(report.refused).toBeGreaterThan(0);
    expect(report.exactness).toEqual({
      callsPerSecond,
      callsPerDay,
      mostInOneSecond: callsPerSecond,
      admittedBeyondLimit: 0,
      refusedNeedlessly: 0,
      dayUsed: report.ok,
      withoutLimits: 0,
    });
    expect(code).toBe(0);
    await untilRecorded(local, key, report.sent);
    const { outcomes, admitted } = await usageOf(local, key);
    expect(outcomes).toEqual({ ok: report.ok, rate_limited: report.refused });
    expect(admitted).toBe(report.ok);
  });

  test('a revoked key ends it with status 3 after one call', async () => {
    const key = await local.newKey();
    await local.revoke(key);
    const { code, out, err } = await run(loadOf(local.runtime.endpoints.mainnet ?? '', 5, 1), key.secret);
    expect([code, out, err]).toEqual([3, '', 'The key is refused (403). Is it active, and of this stage?\n']);
  });

  test('an address without an endpoint ends it with status 4', async () => {
    const key = await local.newKey();
    const url = `${local.runtime.endpoints.mainnet}/nowhere`;
    expect(await run(loadOf(url, 5, 1), key.secret)).toMatchObject({ code: 4, out: '' });
  });
});

test('an address that cannot be reached ends it with status 5, a wrong option with 2', async () => {
  const { code, err } = await run(loadOf(await unreachableUrl(), 5, 1));
  expect([code, err]).toEqual([5, expect.stringMatching(/^The address cannot be reached \(\w+\)\.\n$/)]);
  expect(await run(['--url', ''])).toEqual({ code: 2, out: '', err: '--url is empty. Is a variable not set?\n' });
});

test('calls are sent when they are due, although none is answered before the last one is there', async () => {
  const waiting: (() => void)[] = [];
  const url = await serve((_, outgoing) => {
    waiting.push(() => outgoing.end(answer));
    // The first call is made alone.
    if (waiting.length === 1 || waiting.length === 41) for (const release of waiting) release();
  });
  const { code, out } = await run([...loadOf(url, 40, 1), '--json']);
  const report = JSON.parse(out);
  expect(report).toMatchObject({ sent: 41, ok: 41, failed: 0 });
  // Nothing names limits here, so nothing is proven.
  expect([report.exactness, code]).toEqual([undefined, 1]);
});

test('Ctrl-C prints what it has, with status 1', async () => {
  const url = await serve((_, outgoing) => outgoing.end(answer));
  const env = { PATH: process.env.PATH, RPC_API_KEY: someSecret };
  const child = spawn(process.execPath, [program, ...loadOf(url, 5, 600)], { env });
  let out = '';
  child.stdout.on('data', (chunk) => {
    out += chunk;
  });
  // It says so when the first call is answered.
  await once(child.stderr, 'data');
  child.kill('SIGINT');
  const [code] = await once(child, 'close');
  expect(code).toBe(1);
  expect(out).toMatch(/^Interrupted: .+\n(\d+) calls in [\d.]+ s: \1 ok \+ 0 refused by a limit \+ 0 failed\n/);
});
