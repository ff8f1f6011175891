import { spawn } from 'node:child_process';
import { appendFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { CommandError } from '../command-errors.ts';
import { redact } from './redact.ts';

/** How a program ended, and what it printed. */
export type Ended = { readonly exitCode: number; readonly output: string; readonly errors: string };

/** Runs programs. Their output goes to the terminal, and without names and numbers into one file. */
export class Transcript {
  readonly #file: string;
  /** Names of the project, which the file may have. */
  readonly ownNames = new Set<string>();

  constructor(file: string, title: string) {
    this.#file = file;
    // What an earlier run has learnt stays.
    appendFileSync(file, `\n# ${title}\n`);
  }

  write(text: string): void {
    process.stdout.write(`${text}\n`);
    appendFileSync(this.#file, `${redact(text, this.ownNames)}\n`);
  }

  /** Runs a program, whatever its exit code. `shown` is its command line without secrets. */
  async run(
    shown: string,
    [program = '', ...args]: readonly string[],
    { variables = {}, isSecret = false, isQuiet = isSecret }: RunOptions = {},
  ): Promise<Ended> {
    process.stdout.write(`\n$ ${shown}\n`);
    const PATH = `${dirname(process.execPath)}:${process.env.PATH}`;
    const child = spawn(program, args, {
      env: { ...process.env, PATH, ...variables },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const printed = { output: '', errors: '' };
    for (const [name, stream] of [['output', child.stdout] as const, ['errors', child.stderr] as const])
      stream.setEncoding('utf8').on('data', (text: string) => {
        printed[name] += text;
        if (!isQuiet) process.stdout.write(text);
      });
    const exitCode = await new Promise<number>((resolve, reject) =>
      child.once('error', reject).once('close', (code) => resolve(code ?? 1)),
    );
    const output = isSecret ? '(The output has a secret.)' : printed.output;
    const text = redact(`${output}\n${printed.errors}`, this.ownNames);
    appendFileSync(this.#file, `\n$ ${shown}\n${text}\nexit code ${exitCode}\n`);
    return { exitCode, ...printed };
  }

  /** What a program prints. @throws {CommandError} if it fails */
  async require(...given: Parameters<Transcript['run']>): Promise<string> {
    const { exitCode, output, errors } = await this.run(...given);
    if (exitCode === 0) return output;
    throw new CommandError(
      `${given[0]} ended with ${exitCode}.${given[2]?.isQuiet || given[2]?.isSecret ? ` ${errors.trim()}` : ''}`,
    );
  }
}

type RunOptions = {
  readonly variables?: Readonly<Record<string, string>>;
  /** For long output: only the file gets it. */
  readonly isQuiet?: boolean;
  /** For output that has a secret: neither the terminal nor the file gets it. */
  readonly isSecret?: boolean;
};
