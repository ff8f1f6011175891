import { type SpawnOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from '@jest/globals';

async function untilGone(url: string): Promise<boolean> {
  for (let attempt = 0; attempt < 400; attempt += 1) {
    const answered = await fetch(url).catch(() => undefined);
    if (!answered) return true;
    await wait(25);
  }
  return false;
}

const stayAlive = 'setInterval(() => {}, 60_000);';

type ParentOptions = SpawnOptions & { readonly before?: string; readonly after?: string };

/** A process that starts DynamoDB, does `before`, tells the address, and does `after`. */
async function parent({ before = '', after = '', ...options }: ParentOptions = {}) {
  const server = fileURLToPath(new URL('../../dynamodb/dynamodb.ts', import.meta.url));
  const script = `
    const { startDynamoDb } = await import(${JSON.stringify(server)});
    const { url } = await startDynamoDb();
    ${before}
    console.log(url);
    ${after}`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    ...options,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const exited = once(child, 'exit');
  const [url] = await once(createInterface(child.stdout), 'line');
  return { child, url: String(url), exited };
}

describe('DynamoDB', () => {
  test('does not receive Ctrl-C, so that this process can stop its parts in order', async () => {
    const before = `process.on('SIGINT', async () => {
      for (let request = 0; request < 500; request += 1) await fetch(url).catch(() => process.exit(4));
      process.exit(3);
    });`;
    // A separate process group, as in a terminal: the signal goes to every process in it.
    const { child, url, exited } = await parent({ before, after: stayAlive, detached: true });
    process.kill(-(child.pid ?? Number.NaN), 'SIGINT');
    expect(await exited).toEqual([3, null]);
    expect(await untilGone(url)).toBe(true);
  });

  test.each([
    ['has nothing left to do', ''],
    ['exits', 'process.exit(0);'],
    ['throws', 'throw new Error("on purpose");'],
    ['rejects', 'await Promise.reject(new Error("on purpose"));'],
  ])('does not outlive a process that %s', async (_, after) => {
    const { url, exited } = await parent({ after });
    await exited;
    expect(await untilGone(url)).toBe(true);
  });

  test.each(['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGKILL'] as const)(
    'does not outlive a process that is ended by %s',
    async (signal) => {
      const { child, url, exited } = await parent({ after: stayAlive });
      child.kill(signal);
      expect(await exited).toEqual([null, signal]);
      expect(await untilGone(url)).toBe(true);
    },
  );
});
