import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type TestKey, usageOf } from '../support/test-runtime.ts';
import { authenticationCases } from './authentication.cases.ts';
import { callCases } from './call.cases.ts';
import { httpCases } from './http.cases.ts';
import { limitCases } from './limit.cases.ts';
import { refusedKeyCases } from './refused-key.cases.ts';
import { callsOfARun, deployedTarget, type LocalTarget, localTarget, type Target } from './target.ts';
import { upstreamCases } from './upstream.cases.ts';

// One suite for every gateway. What needs a hand on its tables or its nodes is tried on the local runtime alone.

const deployed = deployedTarget(process.env);

if (deployed) {
  describe(`the deployed gateway at ${process.env.SLUICE_URL}`, () => onAnyTarget(() => deployed));
} else {
  let local: LocalTarget;
  beforeAll(async () => {
    local = await localTarget();
  }, 60_000);
  afterAll(() => local?.stop());

  describe('the local runtime', () => {
    onAnyTarget(() => local);
    describe('keys that are refused', () => refusedKeyCases(() => local));
    describe('limits', () => limitCases(() => local));
    describe('faulty nodes', () => upstreamCases(() => local));
  });

  describe('the local runtime, tested like a deployed stage: with one URL and one key', () => {
    let stage: Target;
    let key: TestKey;
    beforeAll(async () => {
      key = await local.local.newKey({ planId: 'developer' });
      const target = deployedTarget({ SLUICE_URL: local.endpoint('mainnet'), SLUICE_KEY: key.secret });
      if (!target) throw new Error('the local runtime has no address');
      stage = target;
    });
    onAnyTarget(() => stage);

    test('uses as many calls of the key as the command says', async () => {
      expect((await usageOf(local.local, key)).admitted).toBe(callsOfARun);
    });
  });

  describe('the command', () => {
    test('prints each case of a stage with its result, and never the key', async () => {
      const { secret } = await local.local.newKey({ planId: 'developer' });
      const { status, output } = await command(['--url', local.endpoint('mainnet')], { SLUICE_KEY: secret });
      expect(output).toMatch(/^ok {6}calls › getHealth on mainnet says ok$/m);
      expect(output).toMatch(/^\d+ passed, 0 failed$/m);
      expect(output).not.toContain(secret);
      expect(status).toBe(0);
    }, 120_000);

    test('fails with the reason if a stage does not answer as it should', async () => {
      const { status, output } = await command(['--url', 'http://127.0.0.1:1', '--key', 'slc_any']);
      expect(output).toMatch(/^FAILED {2}calls › getHealth on mainnet says ok\n {10}.*ECONNREFUSED/m);
      expect(output).toMatch(/^0 passed, \d+ failed$/m);
      expect(output).not.toContain('slc_any');
      expect(status).toBe(1);
    }, 120_000);

    test.each([
      [['--url', 'http://127.0.0.1:1'], 'requires the secret of a key'],
      [['--port', '8545'], "Unknown option '--port'"],
    ])('asks for what it lacks: %j', async (args, message) => {
      const { status, output } = await command(args);
      expect(output).toContain(message);
      expect(status).toBe(2);
    });
  });
}

const run = fileURLToPath(new URL('run.ts', import.meta.url));

/** Runs the command by itself, with nothing of this run's environment that jest or a stage would heed. */
async function command(args: readonly string[], env: NodeJS.ProcessEnv = {}) {
  const child = spawn(process.execPath, [run, ...args], { env: { PATH: process.env.PATH, ...env } });
  const ended = once(child, 'close');
  const [out, err, [status]] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
  return { status, output: out + err };
}

function onAnyTarget(target: () => Target): void {
  describe('HTTP', () => httpCases(target));
  describe('authentication', () => authenticationCases(target));
  describe('calls', () => callCases(target));
}
