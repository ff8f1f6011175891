import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { CreateTableCommand, DynamoDBClient, ListTablesCommand } from '@aws-sdk/client-dynamodb';
import { afterAll, afterEach, describe, expect, test } from '@jest/globals';
import { amazonEngine } from '../../dynamodb/amazon-engine.ts';
import { type DynamoDb, type DynamoDbOptions, startDynamoDb } from '../../dynamodb/dynamodb.ts';
import { embeddedEngine } from '../../dynamodb/embedded-engine.ts';

const clientOf = (endpoint: string) =>
  new DynamoDBClient({
    endpoint,
    region: 'local',
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
    maxAttempts: 1,
  });

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
  test('of the embedded engine listens on the loopback interface only', async () => {
    const { url } = await start({ engine: embeddedEngine });
    const elsewhere = url.replace('127.0.0.1', '127.0.0.2');
    await expect(fetch(elsewhere)).rejects.toMatchObject({ cause: { code: 'ECONNREFUSED' } });
  });

  test('of the embedded engine numbers stream records by an index', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'sluice-dynamodb-'));
    await start({ engine: embeddedEngine, dataDir });
    const database = new DatabaseSync(join(dataDir, embeddedEngine.file));
    // The query of Dynoxide 1.2.1.
    const newest = 'SELECT COALESCE(MAX(CAST(sequence_number AS INTEGER)), 0) + 1 FROM _stream_records';
    const plan = database.prepare(`EXPLAIN QUERY PLAN ${newest} WHERE table_name = ?`).all('any');
    database.close();
    const detail = expect.stringContaining('COVERING INDEX cdk_local_stream');
    expect(plan).toEqual([expect.objectContaining({ detail })]);
  });

  test('of the embedded engine leaves no file behind, even while it runs', async () => {
    const { prepare } = embeddedEngine;
    const files: string[] = [];
    const watched = {
      ...embeddedEngine,
      prepare: async (...args: Parameters<typeof prepare>) => {
        const started = await prepare(...args);
        files.push(started.command.at(-1) ?? '');
        return started;
      },
    };
    const { url } = await start({ engine: watched });
    expect(files.map((file) => existsSync(dirname(file)))).toEqual([false]);
    expect((await clientOf(url).send(new ListTablesCommand())).TableNames).toEqual([]);
  });

  // One test, because to start Amazon's takes seconds.
  test('answers once it has resolved, has ended once stop has resolved, and keeps its tables in the folder that it makes', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'sluice-dynamodb-'));
    const dataDir = join(folder, 'deep', 'er');
    const first = await start({ dataDir });
    const create = new CreateTableCommand({
      TableName: 'kept',
      AttributeDefinitions: [{ AttributeName: 'pk', AttributeType: 'S' }],
      KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
      BillingMode: 'PAY_PER_REQUEST',
    });
    const client = clientOf(first.url);
    expect((await client.send(new ListTablesCommand())).TableNames).toEqual([]);
    await client.send(create);
    await first.stop();
    await expect(client.send(new ListTablesCommand())).rejects.toThrow();
    await expect(first.stop()).resolves.toBeUndefined();
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
      await expect(start({ engine: amazonEngine })).rejects.toMatchObject({ code: 'ended_early', message });
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
      const { url } = await start({ engine: amazonEngine });
      const tried = (await readFile(ports, 'utf8')).trim().split(' ');
      expect([tried.length, new URL(url).port]).toEqual([3, tried[2]]);
      process.env.JAVA_HOME = await javaThat(failing(9));
      await expect(start({ engine: amazonEngine })).rejects.toMatchObject({
        message: expect.stringContaining('Failed to bind'),
      });
      const { length } = (await readFile(ports, 'utf8')).trim().split(' ');
      expect(length).toBe(6);
    });
  });
});
