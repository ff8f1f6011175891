import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { runInHost } from '../support/program-host.ts';
import { isAvailable } from '../tools/missing-tools.ts';
import { pythonEnvironment } from '../tools/python-environment.ts';
import { startPythonHost } from './python-host.ts';

const run = promisify(execFile);
const repository = fileURLToPath(new URL('../../', import.meta.url));
const sources = join(repository, 'examples/clients');

/** How a client ended, and what it printed. */
export type Ended = { readonly status: unknown; readonly stdout: string; readonly stderr: string };

/** How to start a client: the program and its first arguments. */
export type ClientProgram = {
  readonly command: string;
  readonly args: readonly string[];
  /** Runs it once more without a new process, which would load its packages again. */
  readonly again?: (calls: string, env: Readonly<Record<string, string | undefined>>) => Promise<Ended>;
  readonly stop?: () => void;
};

/** Prepares a client in a folder of its own, as its README says. */
type Prepare = (folder: string) => Promise<ClientProgram>;

/** Type-checks the program, and runs its source. The repository has the same packages. */
async function typescript(folder: string): Promise<ClientProgram> {
  cpSync(join(sources, 'typescript'), folder, { recursive: true });
  symlinkSync(join(repository, 'node_modules'), join(folder, 'node_modules'));
  await run(join(repository, 'node_modules/.bin/tsc'), ['--project', folder]);
  const script = join(folder, 'slot.ts');
  const again: ClientProgram['again'] = async (calls, env) => {
    const { code, out, err } = await runInHost({ script, args: [calls], cwd: folder, env, input: '' });
    return { status: code, stdout: out, stderr: err };
  };
  return { command: process.execPath, args: [script], again };
}

async function python(): Promise<ClientProgram> {
  const { command } = pythonEnvironment;
  const script = join(sources, 'python/slot.py');
  const { run, stop } = startPythonHost(command);
  return { command, args: [script], again: (calls, env) => run(script, [calls], env), stop };
}

/** Without optimizations, which would take half of the compilation's time. */
async function go(folder: string): Promise<ClientProgram> {
  const command = join(folder, 'slot');
  const args = ['build', '-gcflags=all=-N -l', '-ldflags=-s -w', '-o', command, '.'];
  const env = { ...process.env, CGO_ENABLED: '0' };
  await run('go', args, { cwd: join(sources, 'go'), env });
  return { command, args: [] };
}

/** The tools of npm test that a language needs. */
const toolOf: Readonly<Record<string, string>> = { python: 'Python', go: 'Go' };

const preparations: Readonly<Record<string, Prepare>> = { typescript, python, go };

/** Those whose tools are there. */
export const languages = Object.keys(preparations).filter((language) => isAvailable(toolOf[language] ?? ''));

/** Prepares the clients of all languages side by side, in folders below the given one. */
export async function prepareClients(folder: string): Promise<Readonly<Record<string, ClientProgram>>> {
  const prepared = Object.entries(preparations)
    .filter(([language]) => languages.includes(language))
    .map(async ([language, prepare]) => {
      const own = join(folder, language);
      mkdirSync(own, { recursive: true });
      return [language, await prepare(own)] as const;
    });
  return Object.fromEntries(await Promise.all(prepared));
}
