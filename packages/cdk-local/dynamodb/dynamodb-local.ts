import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { Socket } from 'node:net';
import { resolve as absolute } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { freePort } from '../listeners.ts';
import { findDynamoDbJar, findJava } from './java.ts';

/** DynamoDB Local did not start. The message contains its standard error. */
export class DynamoDbError extends Error {
  override readonly name = 'DynamoDbError';
  readonly code: 'ended_early' | 'not_ready';

  constructor(code: DynamoDbError['code'], what: string, stderr: string) {
    super(`DynamoDB Local ${what}${stderr && `:\n${stderr.trim()}`}`);
    this.code = code;
  }
}

/** Defaults: a free port, in memory, no echo of standard error. `dataDir` is created if it is missing. */
export type DynamoDbOptions = { readonly port?: number; readonly dataDir?: string; readonly stderr?: Writable };

/** A running DynamoDB Local. `stop` resolves when its process has ended, and may be called again. */
export type DynamoDb = { readonly url: string; readonly stop: () => Promise<void> };

const pollMilliseconds = 25;
const readyWithinMilliseconds = 30_000;
const maxTries = 3;

// With the serial collector and only the first compiler tier it starts in two thirds of the time and uses a third of
// the memory (measured on 3.3.1).
const jvm = ['-XX:+UseSerialGC', '-XX:TieredStopAtLevel=1', '-Xmx256m'];

function storage(dataDir: string | undefined): readonly string[] {
  if (dataDir === undefined) return ['-inMemory'];
  mkdirSync(dataDir, { recursive: true });
  return ['-dbPath', absolute(dataDir)];
}

/** Java, started by a process that ends it when standard input ends. */
type WatchedProcess = ChildProcess & { readonly stdin: Writable; readonly stderr: Readable };

async function launch(port: number, dataDir: string | undefined): Promise<WatchedProcess> {
  const { jar, libraries } = findDynamoDbJar();
  const program = ['-jar', jar, '-port', String(port), '-sharedDb', '-disableTelemetry', ...storage(dataDir)];
  const java = [await findJava(), ...jvm, `-Djava.library.path=${libraries}`, ...program];
  const child = spawn(process.execPath, [fileURLToPath(new URL('../end-with-parent.ts', import.meta.url)), ...java], {
    // In its own process group, so that Ctrl-C reaches only this process, which stops its parts in order.
    detached: true,
    env: { ...process.env, DDB_LOCAL_TELEMETRY: '0' },
    stdio: ['pipe', 'ignore', 'pipe'],
  });
  unrefProcess(child);
  return child;
}

/** Lets this process end while the child runs; the child then ends too. */
function unrefProcess(child: WatchedProcess): void {
  child.unref();
  for (const stream of [child.stdin, child.stderr]) if (stream instanceof Socket) stream.unref();
}

/** Keeps the end of the output for error messages. */
function tailOf(stream: Readable, echo: Writable | undefined): () => string {
  let kept = '';
  stream.setEncoding('utf8').on('data', (chunk: string) => {
    kept = (kept + chunk).slice(-4_000);
    echo?.write(chunk);
  });
  return () => kept;
}

async function answers(url: string): Promise<boolean> {
  const authorization = 'AWS4-HMAC-SHA256 Credential=local/20260101/local/dynamodb/aws4_request, Signature=none';
  const headers = { 'X-Amz-Target': 'DynamoDB_20120810.ListTables', authorization };
  const response = await fetch(url, { method: 'POST', headers, body: '{}' }).catch(() => undefined);
  return response?.ok ?? false;
}

async function untilReady(child: ChildProcess, url: string, stderr: () => string): Promise<void> {
  let ended = false;
  // Not `exit`: output may arrive after it.
  child.once('close', () => {
    ended = true;
  });
  const attempts = readyWithinMilliseconds / pollMilliseconds;
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    if (ended) throw new DynamoDbError('ended_early', 'ended before it was ready', stderr());
    if (await answers(url)) return;
    await wait(pollMilliseconds);
  }
  throw new DynamoDbError('not_ready', `did not answer within ${readyWithinMilliseconds / 1000} s`, stderr());
}

async function end(child: WatchedProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.ref();
  child.stdin.end();
  await ended;
}

/**
 * Starts Amazon's DynamoDB Local and resolves when it has answered a request. It ends with this process, however that
 * ends. It listens on all interfaces, because it has no option to change that (measured on 3.3.1).
 * @throws {JavaError} if Java is missing or too old, {@link PortTakenError}, {@link DynamoDbError} if it does not start
 */
export async function startDynamoDb(options: DynamoDbOptions = {}): Promise<DynamoDb> {
  const { port = 0 } = options;
  for (let tries = 1; ; tries += 1) {
    try {
      return await startOn(await freePort(port), options);
    } catch (error) {
      if (port !== 0 || tries === maxTries || !isWithoutPort(error)) throw error;
    }
  }
}

/** Another process can take the free port while Java starts. */
const isWithoutPort = (error: unknown): boolean =>
  error instanceof DynamoDbError && error.message.includes('Failed to bind');

async function startOn(chosen: number, { dataDir, stderr }: DynamoDbOptions): Promise<DynamoDb> {
  const child = await launch(chosen, dataDir);
  const written = tailOf(child.stderr, stderr);
  const url = `http://127.0.0.1:${chosen}`;
  await untilReady(child, url, written).catch(async (error: unknown) => {
    await end(child);
    throw error;
  });
  return { url, stop: () => end(child) };
}
