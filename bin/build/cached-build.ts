import { createHash } from 'node:crypto';
import {
  accessSync,
  chmodSync,
  constants,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { homedir } from 'node:os';
import { basename, dirname, join, relative } from 'node:path';
import { withLock } from './lock.ts';

export type CachedBuild = {
  /** Files and folders that the build reads. */
  readonly inputs: readonly string[];
  /** Has one folder for each state of the inputs. If it cannot be written, a folder in the user's home has them. */
  readonly cache: string;
  /** Writes the output into an empty folder. */
  readonly build: (folder: string) => void;
};

/**
 * Returns the folder with the output of a build, which runs only if an input has changed. Of several processes that call it
 * at the same time, one builds.
 */
export function cachedBuild({ inputs, cache, build }: CachedBuild): string {
  const name = fingerprint(inputs);
  const folders = [cache, join(process.env.HOME ?? homedir(), '.cache', 'sluice', basename(cache))];
  const known = folders
    .map((folder) => join(folder, name))
    .find((folder) => may(folder, constants.R_OK | constants.X_OK));
  if (known !== undefined) return known;
  const built = join(folders.find(isWritable) ?? cache, name);
  withLock(`${built}.lock`, () => {
    if (!existsSync(built)) buildInto(built, build);
  });
  return built;
}

/** The checkout may be another user's, or on a disk that is read-only. */
function isWritable(folder: string): boolean {
  try {
    mkdirSync(folder, { recursive: true });
    return may(folder, constants.W_OK);
  } catch {
    return false;
  }
}

function may(path: string, mode: number): boolean {
  try {
    accessSync(path, mode);
    return true;
  } catch {
    return false;
  }
}

/** Nobody sees an output that is not complete. If another process built it after all, its build is the same. */
function buildInto(built: string, build: CachedBuild['build']): void {
  const underWay = mkdtempSync(join(dirname(built), 'building-'));
  try {
    build(underWay);
    // Every user of the checkout reads it.
    chmodSync(underWay, 0o755);
    renameSync(underWay, built);
  } catch (error) {
    if (!existsSync(built)) throw error;
  } finally {
    rmSync(underWay, { recursive: true, force: true });
  }
}

function fingerprint(inputs: readonly string[]): string {
  const hash = createHash('sha256');
  for (const input of inputs)
    for (const file of filesIn(input)) {
      const content = readFileSync(file);
      hash.update(`${relative(dirname(input), file)}\0${content.length}\0`).update(content);
    }
  return hash.digest('hex').slice(0, 32);
}

/** A file itself; all files in a folder, but neither packages nor outputs of builds. */
function filesIn(path: string): readonly string[] {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found?.isFile()) return [path];
  // An editor locks a file by a link to nothing.
  if (!found?.isDirectory()) return [];
  const entries = readdirSync(path).filter((name) => name !== 'node_modules' && name !== 'dist');
  return entries.toSorted().flatMap((name) => filesIn(join(path, name)));
}
