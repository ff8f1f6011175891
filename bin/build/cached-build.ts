import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { FileSystem, IgnoreMode } from 'aws-cdk-lib';
import { withLock } from './lock.ts';

export type CachedBuild = {
  /** Files and folders that the build reads. */
  readonly inputs: readonly string[];
  /** Has one folder for each state of the inputs. */
  readonly cache: string;
  /** Writes the output into an empty folder. */
  readonly build: (folder: string) => void;
};

/**
 * Returns the folder with the output of a build, which runs only if an input has changed. Of several processes that call it
 * at the same time, one builds.
 */
export function cachedBuild({ inputs, cache, build }: CachedBuild): string {
  const built = join(cache, fingerprint(inputs));
  if (existsSync(built)) return built;
  mkdirSync(cache, { recursive: true });
  withLock(`${built}.lock`, () => {
    if (!existsSync(built)) buildInto(built, build);
  });
  return built;
}

/** Nobody sees an output that is not complete. If another process built it after all, its build is the same. */
function buildInto(built: string, build: CachedBuild['build']): void {
  const underWay = mkdtempSync(join(dirname(built), 'building-'));
  try {
    build(underWay);
    renameSync(underWay, built);
  } catch (error) {
    if (!existsSync(built)) throw error;
  } finally {
    rmSync(underWay, { recursive: true, force: true });
  }
}

function fingerprint(inputs: readonly string[]): string {
  const exclude = ['node_modules', 'dist'];
  const contents = inputs.map((path) => FileSystem.fingerprint(path, { exclude, ignoreMode: IgnoreMode.GIT }));
  return createHash('sha256').update(contents.join(' ')).digest('hex').slice(0, 32);
}
