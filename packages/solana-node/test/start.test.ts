import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, test } from '@jest/globals';
import * as v from 'valibot';
import { startChain } from '../chain.ts';

const script = fileURLToPath(new URL('../start.ts', import.meta.url));
const announcement = v.object({ event: v.literal('chain_listening'), network: v.string(), url: v.string() });
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

async function listening(process: ReturnType<typeof start>) {
  while (!process.output.stdout.includes('\n')) await once(process.child.stdout, 'data');
  return v.parse(announcement, JSON.parse(process.output.stdout));
}

describe('the chain process', () => {
  test('announces where it listens in one line, serves there, and ends on SIGTERM and SIGINT', async () => {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) {
      const process = start('--network', 'devnet', '--port', '0');
      const { network, url } = await listening(process);
      expect(network).toBe('devnet');
      expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
      expect(await (await fetch(`${url}/health`)).text()).toBe('ok');
      process.child.kill(signal);
      expect(await process.ended).toEqual([0, null]);
      expect(process.output.stdout.split('\n')).toHaveLength(2);
    }
  });

  test('serves any network by its name', async () => {
    const process = start('--network', 'testnet');
    const { network, url } = await listening(process);
    expect(network).toBe('testnet');
    expect(await (await fetch(`${url}/health`)).text()).toBe('ok');
  });

  test('ends with its standard input where told to, so that none is left behind', async () => {
    const process = start('--network', 'mainnet', '--until-stdin-closes');
    await listening(process);
    process.child.stdin.end();
    expect(await process.ended).toEqual([0, null]);
  });

  test('ends on a signal also while it waits for its standard input', async () => {
    const process = start('--network', 'mainnet', '--until-stdin-closes');
    await listening(process);
    process.child.kill('SIGTERM');
    expect(await process.ended).toEqual([0, null]);
  });

  test('says what is wrong with its flags, and how they go', async () => {
    const process = start('--network', 'Testnet');
    expect(await process.ended).toEqual([2, null]);
    expect(process.output.stderr).toContain('--network must be a name in lower case');
    expect(process.output.stderr).toContain('Usage:');
    const without = start();
    expect(await without.ended).toEqual([2, null]);
    expect(without.output.stderr).toContain('--network is missing');
  });

  test('explains itself', async () => {
    const process = start('--help');
    expect(await process.ended).toEqual([0, null]);
    expect(process.output.stdout).toContain('--until-stdin-closes');
  });

  test('says if the port is in use', async () => {
    const other = await startChain({ network: 'devnet' });
    const process = start('--network', 'devnet', '--port', new URL(other.url).port);
    const ended = await process.ended;
    await other.stop();
    expect(ended).toEqual([1, null]);
    expect(process.output.stderr).toContain('The port is in use');
  });
});
