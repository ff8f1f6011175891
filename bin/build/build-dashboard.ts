import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { documentSources } from '../../dashboard/build/published-documents.ts';
import { errorClass } from '../../src/error-class.ts';
import { cachedBuild } from './cached-build.ts';

/** The dashboard cannot be built. The message contains Vite's output. */
export class DashboardBuildError extends errorClass('DashboardBuildError', 'dashboard_build_failed') {}

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
  documents: [...documentSources, join(root, 'bin/build/third-party')],
  lockFile: join(root, 'package-lock.json'),
  cache: join(root, 'node_modules', '.cache', 'sluice-dashboard'),
};

/**
 * Returns the folder with the built dashboard. Vite runs only if sources, documents or dependencies have changed.
 * Several processes may call it at the same time.
 * @throws {DashboardBuildError}
 */
export function buildDashboard(options: Partial<BuildOptions> = {}): string {
  const { sources, documents, lockFile, cache } = { ...defaultOptions, ...options };
  return cachedBuild({
    inputs: [sources, ...documents, lockFile],
    cache,
    build: (folder) => runVite(sources, folder),
  });
}

function runVite(sources: string, outDir: string): void {
  const vite = join(dirname(createRequire(join(sources, 'package.json')).resolve('vite/package.json')), 'bin/vite.js');
  // Node loads the configuration: Vite would write a bundle of it into the checkout.
  const loader = ['--configLoader', 'native'];
  const args = [vite, 'build', '--outDir', outDir, '--emptyOutDir', '--logLevel', 'warn', ...loader];
  // Tests set another NODE_ENV, which would build React's development version.
  const env = { ...process.env, NODE_ENV: 'production' };
  const { status, error, stdout, stderr } = spawnSync(process.execPath, args, { cwd: sources, env, encoding: 'utf8' });
  if (status === 0) return;
  const output = [error?.message, stdout, stderr].filter(Boolean).join('\n').trim();
  throw new DashboardBuildError(`The dashboard could not be built:\n${output}`);
}
