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

/**
 * Runs programs in one process, because to start a process for each takes half a second of processor time. It does not
 * show that a program ends by itself: tests run each program with {@link runAsProcess} too.
 */
export class ProgramHost {
  readonly #host: ChildProcess = fork(runner, { execArgv: [] });
  readonly #ended = once(this.#host, 'exit');
  readonly #endsWithParent: boolean;
  #last: Promise<unknown> = Promise.resolve();

  /** @param endsWithParent then nothing needs to stop it: between programs, it keeps no process alive */
  constructor({ endsWithParent = false } = {}) {
    this.#endsWithParent = endsWithParent;
  }

  /** A program begins when those before it have ended. */
  run(program: ProgramRun): Promise<EndedProgram> {
    const result = this.#last.then(() => this.#send(program));
    this.#last = result.catch(() => {});
    return result;
  }

  async #send(program: ProgramRun): Promise<EndedProgram> {
    const message = once(this.#host, 'message');
    this.#keepAlive(true);
    this.#host.send(program);
    const result = await Promise.race([message, this.#ended.then(() => undefined)]);
    if (result === undefined)
      throw new Error(`The process of the programs ended in ${program.script} ${program.args.join(' ')}.`);
    this.#keepAlive(false);
    return result[0];
  }

  #keepAlive(isRunning: boolean): void {
    if (!this.#endsWithParent) return;
    const change = isRunning ? 'ref' : 'unref';
    this.#host[change]();
    this.#host.channel?.[change]();
  }

  async stop(): Promise<void> {
    this.#host.disconnect();
    await this.#ended;
  }
}
