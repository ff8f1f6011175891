import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { FileSystem, IgnoreMode } from 'aws-cdk-lib';
import { documentSources } from '../../dashboard/build/published-documents.ts';

/** The dashboard cannot be built. The message contains Vite's output. */
export class DashboardBuildError extends Error {
  readonly code = 'dashboard_build_failed';
  override readonly name = 'DashboardBuildError';
}

const root = fileURLToPath(new URL('../..', import.meta.url));

export type BuildOptions = {
  /** The folder with the dashboard's sources, from which Vite is resolved. */
  readonly sources: string;
  /** Other files that the build reads. */
  readonly documents: readonly string[];
  readonly lockFile: string;
  /** Has one folder for each state of the sources. */
  readonly cache: string;
};

const defaultOptions: BuildOptions = {
  sources: join(root, 'dashboard'),
  documents: documentSources,
  lockFile: join(root, 'package-lock.json'),
  cache: join(root, 'node_modules', '.cache', 'sluice-dashboard'),
};

/**
 * Returns the folder with the built dashboard. Vite runs only if sources, documents or dependencies have changed. Several processes
 * may call it at the same time.
 * @throws {DashboardBuildError}
 */
export function buildDashboard(options: BuildOptions = defaultOptions): string {
  const { sources, cache } = options;
  const built = join(cache, fingerprint(options));
  if (existsSync(built)) return built;
  mkdirSync(cache, { recursive: true });
  const underWay = mkdtempSync(join(cache, 'building-'));
  try {
    runVite(sources, underWay);
    moveInto(built, underWay);
  } finally {
    rmSync(underWay, { recursive: true, force: true });
  }
  return built;
}

function fingerprint({ sources, documents, lockFile }: BuildOptions): string {
  const exclude = ['node_modules', 'dist'];
  const content = FileSystem.fingerprint(sources, { exclude, ignoreMode: IgnoreMode.GIT });
  const others = [...documents, lockFile].map((file) => FileSystem.fingerprint(file));
  return createHash('sha256')
    .update([content, ...others].join(' '))
    .digest('hex')
    .slice(0, 32);
}

function runVite(sources: string, outDir: string): void {
  const vite = join(dirname(createRequire(join(sources, 'package.json')).resolve('vite/package.json')), 'bin/vite.js');
  const args = [vite, 'build', '--outDir', outDir, '--emptyOutDir', '--logLevel', 'warn'];
  // Tests set another NODE_ENV, which would build React's development version.
  const env = { ...process.env, NODE_ENV: 'production' };
  const { status, error, stdout, stderr } = spawnSync(process.execPath, args, { cwd: sources, env, encoding: 'utf8' });
  if (status === 0) return;
  const output = [error?.message, stdout, stderr].filter(Boolean).join('\n').trim();
  throw new DashboardBuildError(`The dashboard could not be built:\n${output}`);
}

/** If another process was faster, its build is the same. */
function moveInto(built: string, underWay: string): void {
  try {
    renameSync(underWay, built);
  } catch (error) {
    if (!existsSync(built)) throw error;
  }
}
