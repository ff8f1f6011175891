import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync } from 'node:fs';
import { Socket } from 'node:net';
import type { Readable, Writable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { DynamoDBClient, ListTablesCommand } from '@aws-sdk/client-dynamodb';
import { freePort } from '../listeners.ts';
import { DamagedFileError } from '../saved-file.ts';
import { chooseEngine } from './choose-engine.ts';
import type { DynamoDbEngine, EngineStart } from './engine.ts';

/** DynamoDB did not start. The message contains its standard error. */
class DynamoDbError extends Error {
  override readonly name = 'DynamoDbError';
  readonly code: 'ended_early' | 'not_ready';

  constructor(code: DynamoDbError['code'], what: string, stderr: string) {
    super(`DynamoDB ${what}${stderr && `:\n${stderr.trim()}`}`);
    this.code = code;
  }
}

export type DynamoDbOptions = {
  /** Default: chosen by {@link chooseEngine}. */
  readonly engine?: DynamoDbEngine;
  /** Default: a free port. */
  readonly port?: number;
  /** The folder for the tables, which is created if it is missing. Default: in memory. */
  readonly dataDir?: string | undefined;
  /** Gets the program's standard error too. */
  readonly stderr?: Writable;
};

/** A running DynamoDB. `stop` resolves when its process has ended, and may be called again. */
export type DynamoDb = { readonly url: string; readonly stop: () => Promise<void> };

const pollMilliseconds = 25;
const readyWithinMilliseconds = 30_000;
const maxTries = 3;

/** The program of an engine, started by a process that ends it when standard input ends. */
type WatchedProcess = ChildProcess & { readonly stdin: Writable; readonly stderr: Readable };

async function launch(command: readonly string[]): Promise<WatchedProcess> {
  const child = spawn(
    process.execPath,
    [fileURLToPath(new URL('../end-with-parent.ts', import.meta.url)), ...command],
    {
      // In its own process group, so that Ctrl-C reaches only this process, which stops its parts in order.
      detached: true,
      env: { ...process.env, DDB_LOCAL_TELEMETRY: '0' },
      stdio: ['pipe', 'ignore', 'pipe'],
    },
  );
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

/** Signed as AWS demands it; the embedded engine refuses requests without a date or the names of signed headers. */
async function answers(client: DynamoDBClient): Promise<boolean> {
  return client.send(new ListTablesCommand()).then(
    () => true,
    () => false,
  );
}

async function untilReady(child: ChildProcess, url: string, stderr: () => string): Promise<void> {
  const ended = new AbortController();
  // Not `exit`: output may arrive after it.
  child.once('close', () => ended.abort());
  const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };
  const client = new DynamoDBClient({ endpoint: url, region: 'local', credentials, maxAttempts: 1 });
  const attempts = readyWithinMilliseconds / pollMilliseconds;
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    if (ended.signal.aborted) throw new DynamoDbError('ended_early', 'ended before it was ready', stderr());
    if (await answers(client)) return client.destroy();
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
 * Starts DynamoDB and resolves when it has answered a request. It ends with this process, however that ends.
 * @throws the engine's error if it is not installed; `PortTakenError`; {@link DynamoDbError} if it does not start
 */
export async function startDynamoDb(options: DynamoDbOptions = {}): Promise<DynamoDb> {
  const { port = 0, dataDir, engine = await chooseEngine({ dataDir }) } = options;
  if (dataDir !== undefined) makePrivateFolder(dataDir);
  for (let tries = 1; ; tries += 1) {
    try {
      const free = await freePort(port);
      return await startOn(free, await engine.prepare(free, dataDir), options);
    } catch (error) {
      if (dataDir !== undefined && isUnreadable(error)) throw new DamagedFileError(dataDir, { cause: error });
      if (port !== 0 || tries === maxTries || !isWithoutPort(error)) throw error;
    }
  }
}

/** The programs write files that everybody may read. */
function makePrivateFolder(folder: string): void {
  mkdirSync(folder, { recursive: true });
  chmodSync(folder, 0o700);
}

/** Another process can take the free port while the program starts. The messages of both engines. */
const isWithoutPort = (error: unknown): boolean =>
  error instanceof DynamoDbError && /Failed to bind|already in use/.test(error.message);

/** SQLite's words for a damaged file, from both engines and from the index of the streams. */
const isUnreadable = (error: unknown): boolean =>
  error instanceof Error && /not a (valid SQLite )?database|malformed|file is encrypted/i.test(error.message);

async function startOn(port: number, start: EngineStart, { stderr }: DynamoDbOptions): Promise<DynamoDb> {
  const child = await launch(start.command);
  const written = tailOf(child.stderr, stderr);
  const url = `http://127.0.0.1:${port}`;
  const stop = async () => {
    await end(child);
    start.onEnd?.();
  };
  try {
    await untilReady(child, url, written);
    start.onReady?.();
  } catch (error) {
    await stop();
    throw error;
  }
  return { url, stop };
}
