import { execFileSync, spawn } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath, pathToFileURL } from 'node:url';
import * as v from 'valibot';
import { isNight } from '../support/effort.ts';

const repository = fileURLToPath(new URL('../../', import.meta.url));
const installed = join(repository, 'node_modules');

const manifest = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({
    dependencies: v.optional(v.record(v.string(), v.string()), {}),
    devDependencies: v.optional(v.record(v.string(), v.string()), {}),
  }),
);

/** The packages that a folder's package.json names, and their versions. */
export function packagesOf(folder: string): Readonly<Record<string, string>> {
  const { dependencies, devDependencies } = v.parse(manifest, readFileSync(join(folder, 'package.json'), 'utf8'));
  return { ...dependencies, ...devDependencies };
}

/** No program of an example may need the network: every connection is an error. */
const offline = `import { Socket } from 'node:net';
Socket.prototype.connect = () => { throw new Error('This program used the network.'); };`;

/**
 * A folder that has the examples in `sluice/examples`, and in node_modules every package that they name. `npm install` is
 * not run, because the repository has the same packages; test/package installs the packed library with npm.
 * @param tarball of sluice-cdk
 */
export function createExampleFolder(tarball: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'sluice-examples-'));
  const modules = join(folder, 'node_modules');
  const library = join(modules, 'sluice-cdk');
  mkdirSync(library, { recursive: true });
  execFileSync('tar', ['-xzf', tarball, '-C', library, '--strip-components=1']);
  cpSync(join(repository, 'examples'), join(folder, 'sluice/examples'), { recursive: true });
  const examples = ['minimal', 'full', 'node-runners', 'secret-rotation', 'clients/typescript'].map((name) =>
    join(repository, 'examples', name),
  );
  const names = new Set([library, ...examples].flatMap((each) => Object.keys(packagesOf(each))));
  for (const name of [...names, '.bin'].filter((each) => each !== 'sluice-cdk')) {
    mkdirSync(dirname(join(modules, name)), { recursive: true });
    symlinkSync(join(installed, name), join(modules, name));
  }
  writeFileSync(join(folder, 'offline.mjs'), offline);
  return folder;
}

/**
 * Runs commands of a page in bash, without those of npm that install and pack, and returns what they print.
 * @throws with all output if a command fails
 */
export async function runCommands(
  folder: string,
  commands: string,
  variables: Readonly<Record<string, string>> = {},
): Promise<string> {
  const { ENDPOINT: _, RPC_API_KEY: __, NODE_OPTIONS: ___, ...env } = process.env;
  const npm = 'npm() { case $1 in ci | install | pack) ;; *) command npm "$@" ;; esac; }';
  const child = spawn('bash', ['-euc', `${npm}\n${commands}`], {
    cwd: folder,
    env: { ...env, ...variables },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = new Promise((resolve, reject) => child.once('close', resolve).once('error', reject));
  const [status, stdout, stderr] = await Promise.all([ended, text(child.stdout), text(child.stderr)]);
  if (status !== 0) throw new Error(`The commands ended with ${status}:\n${commands}\n${stdout}${stderr}`);
  return stdout;
}

/** Variables with which every Node process fails if it connects to anything. */
export const withoutNetwork = (folder: string): Record<string, string> => ({
  NODE_OPTIONS: `--import=${pathToFileURL(join(folder, 'offline.mjs')).href}`,
  // The CDK's command asks for notices and its newest version.
  CDK_DISABLE_VERSION_CHECK: 'true',
  // The compiler then collects garbage less often: a third less processor time.
  GOGC: '400',
  // The CDK's validation of a template takes seconds. .ci/judge has it for this repository's; the night for the examples'.
  ...(!isNight && { CDK_VALIDATION: 'false' }),
});

/**
 * Type-checks and synthesizes an example, and returns the folder of its templates. npm and the CDK's command are left out:
 * they take as long as the app, and the minimal example runs them.
 */
export async function checkAndSynthesize(folder: string, example: string): Promise<string> {
  const own = join(folder, 'sluice/examples', example);
  const CDK_OUTDIR = join(own, 'cdk.out');
  // As the CDK's command has it: the local runtime finds the code of functions by it.
  const CDK_CONTEXT_JSON = JSON.stringify({ 'aws:cdk:enable-asset-metadata': true });
  const variables = { ...withoutNetwork(folder), CDK_OUTDIR, CDK_CONTEXT_JSON };
  await runCommands(own, `${join(folder, 'node_modules/.bin/tsc')}\nnode app.ts`, variables);
  return CDK_OUTDIR;
}
