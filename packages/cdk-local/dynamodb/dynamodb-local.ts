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

/** DynamoDB Local did not start; the message holds what it wrote to standard error. */
export class DynamoDbError extends Error {
  override readonly name = 'DynamoDbError';
  readonly code: 'ended_early' | 'not_ready';

  constructor(code: DynamoDbError['code'], what: string, stderr: string) {
    super(`DynamoDB Local ${what}${stderr && `:\n${stderr.trim()}`}`);
    this.code = code;
  }
}

/** A free port, memory and no echo of standard error, unless given. `dataDir` is made where it is missing. */
export type DynamoDbOptions = { readonly port?: number; readonly dataDir?: string; readonly stderr?: Writable };

/** A running DynamoDB Local. `stop` resolves when its process has ended, and may be called again. */
export type DynamoDb = { readonly url: string; readonly stop: () => Promise<void> };

const pollMilliseconds = 25;
const readyWithinMilliseconds = 30_000;

// With the serial collector and the first compiler tier alone it is ready in two thirds of the time and takes a third
// of the memory (measured on 3.3.1).
const jvm = ['-XX:+UseSerialGC', '-XX:TieredStopAtLevel=1', '-Xmx256m'];

function storage(dataDir: string | undefined): readonly string[] {
  if (dataDir === undefined) return ['-inMemory'];
  mkdirSync(dataDir, { recursive: true });
  return ['-dbPath', absolute(dataDir)];
}

/** Java, kept by a process that ends it when its standard input ends. */
type WatchedProcess = ChildProcess & { readonly stdin: Writable; readonly stderr: Readable };

async function launch(port: number, dataDir: string | undefined): Promise<WatchedProcess> {
  const { jar, libraries } = findDynamoDbJar();
  const program = ['-jar', jar, '-port', String(port), '-sharedDb', '-disableTelemetry', ...storage(dataDir)];
  const java = [await findJava(), ...jvm, `-Djava.library.path=${libraries}`, ...program];
  const child = spawn(process.execPath, [fileURLToPath(new URL('../end-with-parent.ts', import.meta.url)), ...java], {
    // Out of this process's group, so that Ctrl-C reaches this process alone, which stops its parts in order.
    detached: true,
    env: { ...process.env, DDB_LOCAL_TELEMETRY: '0' },
    stdio: ['pipe', 'ignore', 'pipe'],
  });
  unrefProcess(child);
  return child;
}

/** Lets this process end while the child runs: the child ends with it. */
function unrefProcess(child: WatchedProcess): void {
  child.unref();
  for (const stream of [child.stdin, child.stderr]) if (stream instanceof Socket) stream.unref();
}

/** Keeps the last of what the process wrote, for the message of an error. */
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
  // Not its exit: what it wrote may come after that.
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
 * Starts Amazon's DynamoDB Local and resolves when a request has been answered. It ends with this process,
 * however that ends. It listens on all interfaces, because it has no option for anything else (measured on 3.3.1).
 * @throws {JavaError} when Java is missing or too old, {@link PortTakenError}, {@link DynamoDbError} when it does not start.
 */
export async function startDynamoDb({ port = 0, dataDir, stderr }: DynamoDbOptions = {}): Promise<DynamoDb> {
  const chosen = await freePort(port);
  const child = await launch(chosen, dataDir);
  const written = tailOf(child.stderr, stderr);
  const url = `http://127.0.0.1:${chosen}`;
  await untilReady(child, url, written).catch(async (error: unknown) => {
    await end(child);
    throw error;
  });
  return { url, stop: () => end(child) };
}
