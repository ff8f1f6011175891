import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, globSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { errorClass } from '../../src/error-class.ts';
import { buildDashboard } from './build-dashboard.ts';
import { buildFunctions, functionModules } from './build-functions.ts';
import { bundleCommands } from './bundle-commands.ts';
import { packDocs } from './packed-docs.ts';
import { thirdPartyNotices } from './third-party/third-party-notices.ts';

/** The npm package cannot be built. The message contains the compiler's output. */
class PackageBuildError extends errorClass('PackageBuildError', 'package_build_failed') {}

const root = fileURLToPath(new URL('../..', import.meta.url));
const sources = join(root, 'packages/construct');

/** The files and folders from which the package is built. */
export const packageSources: readonly string[] = [
  ...['package.json', 'README.md', 'tsconfig.json', 'bin', 'operator', 'proxy'].map((name) => join(sources, name)),
  ...['LICENSE', 'NOTICE', 'CHANGELOG.md', 'package-lock.json', 'tsconfig.json'].map((name) => join(root, name)),
  ...['bin/build', 'bin/operator', 'dashboard', 'docs', 'lambda', 'lib', 'src'].map((name) => join(root, name)),
];

/** What esbuild and Vite build: folders, and the files with code in the functions. */
export type PackageContent = {
  readonly functions: string;
  readonly modules: readonly string[];
  readonly dashboard: string;
};

const builtContent = (): PackageContent => ({
  functions: buildFunctions(),
  modules: functionModules(),
  dashboard: buildDashboard(),
});

/**
 * Writes the files of the npm package sluice-cdk into a folder: compiled code, built functions and dashboard, the docs that
 * messages and alarms name, licences.
 * The same sources make the same files, byte for byte.
 * @throws {PackageBuildError}
 */
export function buildPackage(folder: string, { functions, modules, dashboard }: PackageContent = builtContent()): void {
  const dist = join(folder, 'dist');
  rmSync(dist, { recursive: true, force: true });
  compile(dist);
  const commands = bundleInto(dist);
  // Code that is uploaded as it is.
  for (const file of globSync('lib/**/*.js', { cwd: root })) copy(join(root, file), join(dist, file));
  packDocs(root, dist);
  copy(functions, join(dist, 'artifacts/functions'));
  copy(dashboard, join(dist, 'artifacts/dashboard'));
  for (const name of ['LICENSE', 'NOTICE']) copy(join(root, name), join(folder, name));
  if (folder !== sources)
    for (const name of ['package.json', 'README.md']) copy(join(sources, name), join(folder, name));
  writeFileSync(join(folder, 'THIRD-PARTY-NOTICES.txt'), noticesOf([...modules, ...commands], dashboard));
  setModes(folder);
}

function compile(outDir: string): void {
  const tsc = join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin/tsc');
  // Several checkers check some types more than once, which takes a fifth more processor time.
  const args = [tsc, '--checkers', '1', '--project', sources, '--outDir', outDir];
  const { status, error, stdout, stderr } = spawnSync(process.execPath, args, { cwd: root, encoding: 'utf8' });
  if (status === 0) return;
  const output = [error?.message, stdout, stderr].filter(Boolean).join('\n').trim();
  throw new PackageBuildError(`The construct library cannot be compiled:\n${output}`);
}

/** Replaces the compiled code of the commands by bundles. Its types stay, those of `bin` are of no use to others. */
function bundleInto(dist: string): string[] {
  rmSync(join(dist, 'bin'), { recursive: true });
  const folder = join(dist, 'packages/construct');
  for (const file of globSync('**/*.js', { cwd: folder })) rmSync(join(folder, file));
  return bundleCommands(folder);
}

function copy(from: string, to: string): void {
  mkdirSync(dirname(to), { recursive: true });
  cpSync(from, to, { recursive: true });
}

const noticesOf = (modules: readonly string[], dashboard: string): string =>
  [
    'The functions (dist/artifacts/functions) and the commands (dist/packages)',
    thirdPartyNotices(modules),
    'The dashboard (dist/artifacts/dashboard)',
    readFileSync(join(dashboard, 'third-party-notices.txt'), 'utf8').replace(/^\uFEFF/, ''),
  ].join(`\n${'='.repeat(80)}\n\n`);

/** npm packs the modes too, which depend on the umask of the process that made the files. */
function setModes(folder: string): void {
  for (const path of globSync('{LICENSE,NOTICE,README.md,THIRD-PARTY-NOTICES.txt,package.json,dist/**}', {
    cwd: folder,
  })) {
    const file = join(folder, path);
    chmodSync(file, statSync(file).isDirectory() ? 0o755 : 0o644);
  }
}
