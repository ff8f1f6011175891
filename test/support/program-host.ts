import { type ChildProcess, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

export type EndedProgram = { readonly code: number | null; readonly out: string; readonly err: string };

/** A program for Node and what it is run with. Standard input ends after `input`. */
export type ProgramRun = {
  /** Its path. It has done everything once it is imported. */
  readonly script: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly input: string;
};

/** A run of a program of this repository, such as `bin/seed.ts`, in an environment without access to an AWS account. */
export const runWithoutAws = (program: string, args: readonly string[]): ProgramRun => ({
  script: fileURLToPath(new URL(`../../${program}`, import.meta.url)),
  args,
  cwd: process.cwd(),
  env: {
    PATH: process.env.PATH,
    NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
    AWS_EC2_METADATA_DISABLED: 'true',
    HOME: '/nonexistent',
  },
  input: '',
});

const runner = fileURLToPath(new URL('./program-runner.ts', import.meta.url));

/** Runs the program in a process of its own, as a user does. */
export async function runAsProcess({ script, args, cwd, env, input }: ProgramRun): Promise<EndedProgram> {
  const program = spawn(process.execPath, [script, ...args], { cwd, env });
  program.stdin.on('error', () => {}).end(input);
  const [out, err] = await Promise.all([text(program.stdout), text(program.stderr), once(program, 'close')]);
  return { code: program.exitCode, out, err };
}

let host: ChildProcess | undefined;
let last: Promise<unknown> = Promise.resolve();

/**
 * Runs the program in a process that all test files of this process share, and which ends with it: to start a process for
 * each program takes half a second of processor time. It does not show that a program ends by itself: tests run each
 * program with {@link runAsProcess} too. A program begins when those before it have ended.
 */
export function runInHost(program: ProgramRun): Promise<EndedProgram> {
  const result = last.then(() => send(program));
  last = result.catch(() => {});
  return result;
}

async function send(program: ProgramRun): Promise<EndedProgram> {
  host ??= fork(runner, { execArgv: [] });
  const aborted = new AbortController();
  const { signal } = aborted;
  const message = once(host, 'message', { signal });
  const ended = once(host, 'exit', { signal }).then(() => undefined);
  keepAlive(host, true);
  host.send(program);
  const result = await Promise.race([message, ended]);
  aborted.abort();
  await Promise.allSettled([message, ended]);
  if (result === undefined) {
    host = undefined;
    throw new Error(`The process of the programs ended in ${program.script} ${program.args.join(' ')}.`);
  }
  keepAlive(host, false);
  return result[0];
}

/** Between programs, the process keeps this one from nothing. */
function keepAlive(child: ChildProcess, isRunning: boolean): void {
  const change = isRunning ? 'ref' : 'unref';
  child[change]();
  child.channel?.[change]();
}
