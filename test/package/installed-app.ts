import { spawn, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import * as v from 'valibot';
import { isNight } from '../support/effort.ts';
import { packedPackage } from './packed.ts';

/** A user's folder in which npm has installed the package, and nothing of this repository. */
export type InstalledApp = {
  readonly folder: string;
  /** Writes a file, given by its path in the folder. */
  readonly write: (path: string, content: string) => void;
  /** Runs a program in the folder, or in one below it, without network and with none of the user's variables. */
  readonly run: (command: readonly string[], options?: RunOptions) => Promise<Ended>;
  readonly remove: () => void;
};

type RunOptions = { readonly below?: string; readonly env?: Readonly<Record<string, string>> };

export type Ended = { readonly status: unknown; readonly stdout: string; readonly stderr: string };

const repository = fileURLToPath(new URL('../../', import.meta.url));
const installedVersion = createRequire(import.meta.url);
const packageJson = v.object({ version: v.string() });

const versionOf = (name: string): string => v.parse(packageJson, installedVersion(`${name}/package.json`)).version;

/** What a user installs beside the package. */
const beside = ['aws-cdk-lib', 'constructs', 'aws-cdk'];
const theirDependencies = ['asset-awscli-v1', 'asset-node-proxy-agent-v6', 'cloud-assembly-schema'];

/**
 * Installs the tarball into an empty folder, with the CDK and its command in the versions of this repository. These are
 * copied from it, because npm takes three times as long to unpack them; at night, npm installs them too.
 */
export function installApp(): InstalledApp {
  const folder = mkdtempSync(join(tmpdir(), 'sluice-user-'));
  const write = (path: string, content: string): void => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  };
  const dependencies = Object.fromEntries(beside.map((name) => [name, versionOf(name)]));
  write('package.json', JSON.stringify({ private: true, dependencies }));
  write('home/.keep', '');
  if (!isNight) {
    for (const name of [...beside, ...theirDependencies.map((name) => `@aws-cdk/${name}`)])
      linkOrCopy(join(repository, 'node_modules', name), join(folder, 'node_modules', name));
  }
  const args = ['install', '--prefer-offline', '--no-audit', '--no-fund', '--loglevel', 'error', packedPackage()];
  const { status, stdout, stderr } = spawnSync('npm', args, { cwd: folder, encoding: 'utf8' });
  if (status !== 0) throw new Error(`npm install failed:\n${stdout}\n${stderr}`);
  return { folder, write, run: (command, options) => run(folder, command, options), remove: () => remove(folder) };
}

/** By hard links, where the folders are on one disk: the CDK has 8,000 files, and npm changes none in place. */
function linkOrCopy(from: string, to: string): void {
  mkdirSync(dirname(to), { recursive: true });
  if (spawnSync('cp', ['-al', from, to]).status !== 0) cpSync(from, to, { recursive: true });
}

const remove = (folder: string): void => rmSync(folder, { recursive: true });

/** Nothing listens there: a program that asks for its network gets an error. */
const nowhere = 'http://127.0.0.1:9';

// Allowed for root and, on most systems, for nobody else.
const withoutNetwork = spawnSync('unshare', ['--net', 'true']).status === 0 ? ['unshare', '--net'] : [];

async function run(folder: string, command: readonly string[], { below = '.', env }: RunOptions = {}): Promise<Ended> {
  const [program = '', ...args] = [...withoutNetwork, ...command];
  const child = spawn(program, args, {
    cwd: join(folder, below),
    env: {
      PATH: `${join(folder, 'node_modules/.bin')}:${dirname(process.execPath)}:/usr/bin:/bin`,
      HOME: join(folder, 'home'),
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      HTTP_PROXY: nowhere,
      HTTPS_PROXY: nowhere,
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = new Promise((resolve, reject) => child.once('close', resolve).once('error', reject));
  const [status, stdout, stderr] = await Promise.all([ended, text(child.stdout), text(child.stderr)]);
  return { status, stdout, stderr };
}
