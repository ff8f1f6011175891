import type { SpawnOptions } from 'node:child_process';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { CreateTableCommand, DynamoDBClient, ListTablesCommand } from '@aws-sdk/client-dynamodb';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import type { DynamoDb, DynamoDbOptions } from '../../dynamodb/dynamodb-local.ts';
import { startDynamoDb } from '../../dynamodb/dynamodb-local.ts';

const clientOf = (endpoint: string) =>
  new DynamoDBClient({
    endpoint,
    region: 'local',
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
    maxAttempts: 1,
  });

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

/** A process that starts DynamoDB Local, does `before`, tells the address, and does `after`. */
async function parent({ before = '', after = '', ...options }: ParentOptions = {}) {
  const server = fileURLToPath(new URL('../../dynamodb/dynamodb-local.ts', import.meta.url));
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

/** A Java home whose `java` is a script for Node. */
async function javaThat(does: string): Promise<string> {
  const home = await mkdtemp(join(tmpdir(), 'sluice-java-'));
  homes.push(home);
  await mkdir(join(home, 'bin'));
  const version = `if (process.argv[2] === '-version') console.error('openjdk version "21.0.1"');`;
  await writeFile(join(home, 'bin', 'java'), `#!${process.execPath}\n${version}\nelse { ${does} }\n`, { mode: 0o755 });
  return home;
}

const homes: string[] = [];
afterAll(() => Promise.all(homes.map((home) => rm(home, { recursive: true }))));

const started: DynamoDb[] = [];

async function start(options: DynamoDbOptions = {}): Promise<DynamoDb> {
  const server = await startDynamoDb(options);
  started.push(server);
  return server;
}

afterEach(async () => {
  for (const server of started.splice(0)) await server.stop();
});

describe('startDynamoDb', () => {
  test('answers on a free port once it has resolved, and its process has ended once stop has resolved', async () => {
    const server = await start();
    const client = clientOf(server.url);
    expect((await client.send(new ListTablesCommand())).TableNames).toEqual([]);
    await server.stop();
    await expect(client.send(new ListTablesCommand())).rejects.toThrow();
    await expect(server.stop()).resolves.toBeUndefined();
  });

  test('keeps tables in the data folder over a restart, and makes the folder', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'sluice-dynamodb-'));
    const dataDir = join(folder, 'deep', 'er');
    const first = await start({ dataDir });
    const create = new CreateTableCommand({
      TableName: 'kept',
      AttributeDefinitions: [{ AttributeName: 'pk', AttributeType: 'S' }],
      KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
      BillingMode: 'PAY_PER_REQUEST',
    });
    await clientOf(first.url).send(create);
    await first.stop();
    const second = await start({ dataDir });
    expect((await clientOf(second.url).send(new ListTablesCommand())).TableNames).toEqual(['kept']);
    await rm(folder, { recursive: true });
  });

  test('refuses a port that is in use', async () => {
    const other = createServer().listen(0);
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    await expect(start({ port })).rejects.toMatchObject({
      code: 'port_taken',
      message: expect.stringContaining(`${port}`),
    });
    other.close();
  });

  test('refuses a data folder that is a file', async () => {
    await expect(start({ dataDir: fileURLToPath(import.meta.url) })).rejects.toMatchObject({ code: 'EEXIST' });
  });

  describe('with another Java', () => {
    const before = process.env.JAVA_HOME;
    afterEach(() => {
      if (before === undefined) delete process.env.JAVA_HOME;
      else process.env.JAVA_HOME = before;
    });

    test('shows its output if it ends early', async () => {
      process.env.JAVA_HOME = await javaThat('console.error("no room"); process.exit(1);');
      const message = expect.stringContaining('no room');
      await expect(start()).rejects.toMatchObject({ code: 'ended_early', message });
    });

    test('takes another free port, up to twice, if a process was faster than Java', async () => {
      const ports = join(await mkdtemp(join(tmpdir(), 'sluice-ports-')), 'ports');
      const failing = (times: number) => `
        const { appendFileSync, readFileSync } = require('node:fs');
        const port = process.argv[process.argv.indexOf('-port') + 1];
        appendFileSync(${JSON.stringify(ports)}, port + ' ');
        if (readFileSync(${JSON.stringify(ports)}, 'utf8').trim().split(' ').length <= ${times}) {
          console.error('java.io.IOException: Failed to bind to 0.0.0.0/0.0.0.0:' + port);
          process.exit(1);
        }
        require('node:http').createServer((_, response) => response.end()).listen(port, '127.0.0.1');`;
      process.env.JAVA_HOME = await javaThat(failing(2));
      const { url } = await start();
      const tried = (await readFile(ports, 'utf8')).trim().split(' ');
      expect([tried.length, new URL(url).port]).toEqual([3, tried[2]]);
      process.env.JAVA_HOME = await javaThat(failing(9));
      await expect(start()).rejects.toMatchObject({ message: expect.stringContaining('Failed to bind') });
      const { length } = (await readFile(ports, 'utf8')).trim().split(' ');
      expect(length).toBe(6);
    });
  });

  test('does not outlive a process that has nothing left to do', async () => {
    const { url, exited } = await parent();
    await exited;
    expect(await untilGone(url)).toBe(true);
  });

  test('does not outlive a process that is ended by SIGKILL', async () => {
    const { child, url, exited } = await parent({ after: stayAlive });
    child.kill('SIGKILL');
    expect(await exited).toEqual([null, 'SIGKILL']);
    expect(await untilGone(url)).toBe(true);
  });

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
});

describe('a program that answers in place of Java, which takes seconds to start,', () => {
  let env: NodeJS.ProcessEnv;
  beforeAll(async () => {
    const serve = `require('node:http').createServer((_, response) => response.end())
      .listen(process.argv[process.argv.indexOf('-port') + 1], '127.0.0.1');`;
    env = { ...process.env, JAVA_HOME: await javaThat(serve) };
  });

  test.each([
    ['exits', 'process.exit(0);'],
    ['throws', 'throw new Error("on purpose");'],
    ['rejects', 'await Promise.reject(new Error("on purpose"));'],
  ])('does not outlive a process that %s', async (_, after) => {
    const { url, exited } = await parent({ after, env });
    await exited;
    expect(await untilGone(url)).toBe(true);
  });

  test.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
    'does not outlive a process that is ended by %s',
    async (signal) => {
      const { child, url, exited } = await parent({ after: stayAlive, env });
      child.kill(signal);
      expect(await exited).toEqual([null, signal]);
      expect(await untilGone(url)).toBe(true);
    },
  );
});
