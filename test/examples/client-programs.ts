import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);
const repository = fileURLToPath(new URL('../../', import.meta.url));
const sources = join(repository, 'examples/clients');

/** How to start a client: the program and its first arguments. */
export type ClientProgram = { readonly command: string; readonly args: readonly string[] };

/** Prepares a client in a folder of its own, as its README says. */
type Prepare = (folder: string) => Promise<ClientProgram>;

/** Type-checks the program, and runs its source. The repository has the same packages. */
async function typescript(folder: string): Promise<ClientProgram> {
  cpSync(join(sources, 'typescript'), folder, { recursive: true });
  symlinkSync(join(repository, 'node_modules'), join(folder, 'node_modules'));
  await run(join(repository, 'node_modules/.bin/tsc'), ['--project', folder]);
  return { command: process.execPath, args: [join(folder, 'slot.ts')] };
}

/** Installs the requirements once for each version of their file, because that takes seconds and PyPI. */
async function python(): Promise<ClientProgram> {
  const requirements = join(sources, 'python/requirements.txt');
  const version = createHash('sha256').update(readFileSync(requirements)).digest('hex').slice(0, 8);
  const environment = join(repository, '.local/example-clients', version);
  const command = join(environment, 'bin/python');
  const installed = join(environment, 'installed');
  if (!existsSync(installed)) {
    rmSync(environment, { recursive: true, force: true });
    await run('python3', ['-m', 'venv', environment]);
    await run(command, ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', '-r', requirements]);
    mkdirSync(installed);
  }
  return { command, args: [join(sources, 'python/slot.py')] };
}

/** Without optimizations, which would take half of the compilation's time. */
async function go(folder: string): Promise<ClientProgram> {
  const command = join(folder, 'slot');
  const args = ['build', '-gcflags=all=-N -l', '-ldflags=-s -w', '-o', command, '.'];
  const env = { ...process.env, CGO_ENABLED: '0' };
  await run('go', args, { cwd: join(sources, 'go'), env });
  return { command, args: [] };
}

const preparations: Readonly<Record<string, Prepare>> = { typescript, python, go };

export const languages = Object.keys(preparations);

/** Prepares the clients of all languages side by side, in folders below the given one. */
export async function prepareClients(folder: string): Promise<Readonly<Record<string, ClientProgram>>> {
  const prepared = Object.entries(preparations).map(async ([language, prepare]) => {
    const own = join(folder, language);
    mkdirSync(own, { recursive: true });
    return [language, await prepare(own)] as const;
  });
  return Object.fromEntries(await Promise.all(prepared));
}
