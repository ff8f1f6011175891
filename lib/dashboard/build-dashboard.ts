import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { FileSystem, IgnoreMode } from 'aws-cdk-lib';

/** The dashboard cannot be built. The message holds what Vite wrote. */
export class DashboardBuildError extends Error {
  readonly code = 'dashboard_build_failed';
  override readonly name = 'DashboardBuildError';
}

const root = fileURLToPath(new URL('../..', import.meta.url));

export type BuildOptions = {
  /** Where the dashboard's sources are, and its Vite can be found from. */
  readonly sources: string;
  readonly lockFile: string;
  /** Keeps one folder for each state of the sources. */
  readonly cache: string;
};

const ofTheRepository: BuildOptions = {
  sources: join(root, 'dashboard'),
  lockFile: join(root, 'package-lock.json'),
  cache: join(root, 'node_modules', '.cache', 'sluice-dashboard'),
};

/**
 * The folder with the built dashboard. Vite runs only when sources or dependencies have changed since; several
 * processes may ask at once.
 * @throws {DashboardBuildError}
 */
export function buildDashboard({ sources, lockFile, cache }: BuildOptions = ofTheRepository): string {
  const built = join(cache, fingerprint(sources, lockFile));
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

function fingerprint(sources: string, lockFile: string): string {
  const exclude = ['node_modules', 'dist'];
  const content = FileSystem.fingerprint(sources, { exclude, ignoreMode: IgnoreMode.GIT });
  const dependencies = FileSystem.fingerprint(lockFile);
  return createHash('sha256').update(`${content} ${dependencies}`).digest('hex').slice(0, 32);
}

function runVite(sources: string, outDir: string): void {
  const vite = join(dirname(createRequire(join(sources, 'package.json')).resolve('vite/package.json')), 'bin/vite.js');
  const args = [vite, 'build', '--outDir', outDir, '--emptyOutDir', '--logLevel', 'warn'];
  // Whatever the caller's is: tests set another one, with which React builds its version for development.
  const env = { ...process.env, NODE_ENV: 'production' };
  const { status, error, stdout, stderr } = spawnSync(process.execPath, args, { cwd: sources, env, encoding: 'utf8' });
  if (status === 0) return;
  const said = [error?.message, stdout, stderr].filter(Boolean).join('\n').trim();
  throw new DashboardBuildError(`The dashboard could not be built:\n${said}`);
}

/** Whoever comes first has built the same. */
function moveInto(built: string, underWay: string): void {
  try {
    renameSync(underWay, built);
  } catch (error) {
    if (!existsSync(built)) throw error;
  }
}
