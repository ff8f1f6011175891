import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { once } from 'node:events';

/** A program that runs: a part of its output as soon as it is there, and how it ends. */
export type LaunchedProgram = {
  readonly child: ChildProcess;
  readonly ended: Promise<{ readonly stdout: string; readonly stderr: string; readonly status: unknown }>;
  /** The first group of the pattern in what it has written to standard output. Rejects when it ends without it. */
  readonly line: (pattern: RegExp) => Promise<string>;
};

/** Runs a program for Node. */
export function launchProgram(program: string, args: readonly string[], options: SpawnOptions = {}): LaunchedProgram {
  const child = spawn(process.execPath, [program, ...args], { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
  const output = { stdout: '', stderr: '' };
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    output.stdout += chunk;
    child.emit('written');
  });
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
    output.stderr += chunk;
  });
  const ended = once(child, 'close').then(([status]) => ({ ...output, status }));
  const line = async (pattern: RegExp): Promise<string> => {
    for (;;) {
      const found = pattern.exec(output.stdout)?.[1];
      if (found !== undefined) return found;
      const end = await Promise.race([once(child, 'written').then(() => undefined), ended]);
      if (end) throw new Error(`It ended without ${pattern}:\n${end.stdout}${end.stderr}`);
    }
  };
  return { child, ended, line };
}
