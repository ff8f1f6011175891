import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, test } from '@jest/globals';
import Stripe from 'stripe';
import * as v from 'valibot';
import { startFakeStripe } from '../server.ts';

const script = fileURLToPath(new URL('../start.ts', import.meta.url));
const announcement = v.object({
  event: v.literal('fake_stripe_listening'),
  url: v.string(),
  apiKey: v.string(),
  signingSecret: v.string(),
});
const started: ChildProcessWithoutNullStreams[] = [];

afterEach(() => {
  for (const child of started.splice(0)) child.kill('SIGKILL');
});

function start(...args: readonly string[]) {
  const child = spawn(process.execPath, [script, ...args]);
  started.push(child);
  const output = { stdout: '', stderr: '' };
  child.stdout.on('data', (chunk) => {
    output.stdout += chunk;
  });
  child.stderr.on('data', (chunk) => {
    output.stderr += chunk;
  });
  return { child, output, ended: once(child, 'close') };
}

async function listening({ child, output }: ReturnType<typeof start>) {
  while (!output.stdout.includes('\n')) await once(child.stdout, 'data');
  return v.parse(announcement, JSON.parse(output.stdout));
}

describe('the fake as a process', () => {
  test('announces itself, serves the SDK in its own time, and ends with its parent', async () => {
    const process = start('--days-behind', '40', '--api-key', 'sk_test_mine', '--until-stdin-closes');
    const { url, apiKey, signingSecret } = await listening(process);
    expect(signingSecret).toMatch(/^whsec_/);
    const { hostname: host, port } = new URL(url);
    const stripe = new Stripe(apiKey, { host, port, protocol: 'http', telemetry: false });
    const { created } = await stripe.customers.create({});
    expect((Date.now() / 1000 - created) / 86_400).toBeCloseTo(40, 1);
    process.child.stdin.end();
    expect(await process.ended).toEqual([0, null]);
  });

  test('ends on SIGTERM', async () => {
    const process = start();
    await listening(process);
    process.child.kill('SIGTERM');
    expect(await process.ended).toEqual([0, null]);
  });

  test('explains itself and its errors', async () => {
    const help = start('--help');
    const wrong = start('--port', 'many');
    const other = await startFakeStripe();
    const taken = start('--port', new URL(other.url).port);
    expect([await help.ended, await wrong.ended, await taken.ended]).toEqual([
      [0, null],
      [2, null],
      [1, null],
    ]);
    await other.stop();
    expect(help.output.stdout).toContain('Usage:');
    expect(wrong.output.stderr).toContain('--port must be a number from 0 to 65535');
    expect(taken.output.stderr).toContain('The port is in use');
  });
});
