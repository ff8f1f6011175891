import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { FileSystem, IgnoreMode } from 'aws-cdk-lib';

export type CachedBuild = {
  /** Files and folders that the build reads. */
  readonly inputs: readonly string[];
  /** Has one folder for each state of the inputs. */
  readonly cache: string;
  /** Writes the output into an empty folder. */
  readonly build: (folder: string) => void;
};

/**
 * Returns the folder with the output of a build, which runs only if an input has changed. Several processes may call it
 * at the same time.
 */
export function cachedBuild({ inputs, cache, build }: CachedBuild): string {
  const built = join(cache, fingerprint(inputs));
  if (existsSync(built)) return built;
  mkdirSync(cache, { recursive: true });
  const underWay = mkdtempSync(join(cache, 'building-'));
  try {
    build(underWay);
    moveInto(built, underWay);
  } finally {
    rmSync(underWay, { recursive: true, force: true });
  }
  return built;
}

function fingerprint(inputs: readonly string[]): string {
  const exclude = ['node_modules', 'dist'];
  const contents = inputs.map((path) => FileSystem.fingerprint(path, { exclude, ignoreMode: IgnoreMode.GIT }));
  return createHash('sha256').update(contents.join(' ')).digest('hex').slice(0, 32);
}

/** If another process was faster, its build is the same. */
function moveInto(built: string, underWay: string): void {
  try {
    renameSync(underWay, built);
  } catch (error) {
    if (!existsSync(built)) throw error;
  }
}
