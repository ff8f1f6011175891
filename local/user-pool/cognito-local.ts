import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import * as v from 'valibot';

/** cognito-local ended before it listened; the message holds what it wrote to standard error. */
export class CognitoLocalError extends Error {
  override readonly name = 'CognitoLocalError';
  readonly code = 'cognito_local_failed';
}

/** A running cognito-local. `stop` resolves when its process has ended. */
export type CognitoLocal = { readonly url: string; readonly stop: () => Promise<void> };

type Child = ChildProcessByStdio<Writable, Readable, Readable>;

const program = fileURLToPath(new URL('program.ts', import.meta.url));
const stopWithin = 5_000;

/**
 * Starts cognito-local over the files in `folder` as a process of its own, which ends with this one.
 * @throws {CognitoLocalError}
 */
export async function startCognitoLocal(folder: string, onLine: (line: string) => void): Promise<CognitoLocal> {
  const child = spawn(process.execPath, [program], {
    cwd: folder,
    // It would break the lines of its messages at 80 characters. AWS_SDK_…: it is built on the last version but one.
    env: { ...process.env, COLUMNS: '500', AWS_SDK_JS_SUPPRESS_MAINTENANCE_MODE_MESSAGE: '1' },
    stdio: ['pipe', 'pipe', 'pipe'],
    // Out of this process's group: Ctrl-C reaches the runtime alone, which stops its parts in order.
    detached: true,
  });
  const errors: string[] = [];
  createInterface(child.stderr).on('line', (line) => errors.push(line));
  const lines = createInterface(child.stdout).on('line', onLine);
  const url = await Promise.race([urlIn(lines), failureOf(child, errors)]);
  return { url, stop: () => stop(child) };
}

const listening = v.pipe(v.string(), v.parseJson(), v.object({ msg: v.literal('listening'), url: v.string() }));

const urlIn = (lines: NodeJS.EventEmitter): Promise<string> =>
  new Promise((resolve) => {
    lines.on('line', (line: string) => {
      const { success, output } = v.safeParse(listening, line);
      if (success) resolve(output.url);
    });
  });

async function failureOf(child: Child, errors: readonly string[]): Promise<never> {
  await once(child, 'close');
  throw new CognitoLocalError(`The user pool (cognito-local) did not start. ${errors.join('\n')}`.trim());
}

async function stop(child: Child): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.stdin.end();
  const force = setTimeout(() => child.kill('SIGKILL'), stopWithin);
  await ended;
  clearTimeout(force);
}
