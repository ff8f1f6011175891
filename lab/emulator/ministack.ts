import { execFile, spawn } from 'node:child_process';
import { createWriteStream, existsSync, mkdirSync, rmSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import * as v from 'valibot';
import { errorClass } from '../../src/error-class.ts';

const run = promisify(execFile);

/** The version that lacking-resources.ts was written for. */
export const version = '1.5.33';

/** Outside of the repository's sources; made once for each version. */
const folder = fileURLToPath(new URL(`../../.local/ministack/${version}`, import.meta.url));
const program = join(folder, 'bin/ministack');
const installed = join(folder, 'installed');

export type Emulator = {
  readonly endpoint: string;
  /** With these variables of the environment, programs use the emulator instead of AWS. */
  readonly variables: Readonly<Record<string, string>>;
  readonly logFile: string;
  stop(): Promise<void>;
};

class EmulatorError extends errorClass('EmulatorError', 'emulator_did_not_start') {}

/** ministack, an emulator of AWS from PyPI. Needs Python 3 and, for the first run, PyPI. */
async function install(): Promise<void> {
  if (existsSync(installed)) return;
  rmSync(folder, { recursive: true, force: true });
  await run('python3', ['-m', 'venv', folder]);
  // Without cryptography it refuses every JWT.
  const packages = [`ministack==${version}`, 'cryptography'];
  const pip = ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', ...packages];
  await run(join(folder, 'bin/python'), pip);
  mkdirSync(installed);
}

/**
 * Starts an emulator without any data on a free port of this machine.
 * @param work a folder for its log and the functions' files
 * @throws {EmulatorError} if it does not listen within a minute
 */
export async function startEmulator(work: string): Promise<Emulator> {
  await install();
  const port = await freePort();
  const logFile = join(work, 'ministack.log');
  const log = createWriteStream(logFile);
  const child = spawn(program, {
    env: {
      // It runs functions with the node on the PATH: that of this process is Lambda's version.
      PATH: `${dirname(process.execPath)}:${process.env.PATH}`,
      TMPDIR: work,
      GATEWAY_PORT: String(port),
      BIND_HOST: '127.0.0.1',
      LAMBDA_EXECUTOR: 'local',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  child.stdout.pipe(log);
  child.stderr.pipe(log);
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const stop = async (): Promise<void> => {
    child.kill();
    await ended;
  };
  const ready = await Promise.race([isListening(port), ended.then(() => false)]);
  const endpoint = `http://127.0.0.1:${port}`;
  if (ready) return { endpoint, variables: variablesFor(endpoint), logFile, stop };
  await stop();
  throw new EmulatorError(`ministack ${version} did not start. Its log is ${logFile}.`);
}

const variablesFor = (endpoint: string) => ({
  AWS_ENDPOINT_URL: endpoint,
  // ministack checks no credentials.
  AWS_ACCESS_KEY_ID: 'test',
  AWS_SECRET_ACCESS_KEY: 'test',
  AWS_SESSION_TOKEN: '',
  AWS_REGION: 'us-east-1',
  AWS_DEFAULT_REGION: 'us-east-1',
});

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = v.parse(v.object({ port: v.number() }), server.address());
  await new Promise((resolve) => server.close(resolve));
  return port;
}

async function isListening(port: number): Promise<boolean> {
  for (let attempt = 0; attempt < 240; attempt++) {
    if (await accepts(port)) return true;
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
  return false;
}

const accepts = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });
