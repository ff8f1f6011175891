import { readFileSync } from 'node:fs';
import * as v from 'valibot';

const names = v.optional(v.record(v.string(), v.string()), {});

const entry = v.object({
  version: v.optional(v.string()),
  resolved: v.optional(v.string()),
  integrity: v.optional(v.string()),
  license: v.optional(v.string()),
  /** A symbolic link to a workspace. */
  link: v.optional(v.boolean(), false),
  /** Part of the archive of the package it lies in, and covered by its hash. */
  inBundle: v.optional(v.boolean(), false),
  dev: v.optional(v.boolean(), false),
  dependencies: names,
  optionalDependencies: names,
});

const lockFile = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({ lockfileVersion: v.literal(3), packages: v.record(v.string(), entry) }),
);

/** What a lock file says of one installed package. */
export type Entry = v.InferOutput<typeof entry>;

/** The entries of a lock file by their folder; the root and the workspaces have folders without `node_modules`. */
export type LockFile = Readonly<Record<string, Entry>>;

/**
 * Reads a lock file of npm's third version.
 * @throws {v.ValiError} for anything else
 */
export const readLockFile = (path: string): LockFile => v.parse(lockFile, readFileSync(path, 'utf8')).packages;

const marker = 'node_modules/';

/** The packages that come from elsewhere, with their folders: all but the repository's own. */
export const foreign = (lock: LockFile): [folder: string, entry: Entry][] =>
  Object.entries(lock).filter(([folder, { link }]) => folder.includes(marker) && !link);

/** The name of the package in a folder. */
export const nameOf = (folder: string): string => folder.slice(folder.lastIndexOf(marker) + marker.length);

/** Whether a package finds another by its name, in its own folder or one above, as Node looks for it. */
export function finds(lock: LockFile, folder: string, name: string): boolean {
  if (`${folder === '' ? '' : `${folder}/`}${marker}${name}` in lock) return true;
  if (folder === '') return false;
  const above = folder.lastIndexOf(`/${marker}`);
  return finds(lock, above < 0 ? '' : folder.slice(0, above), name);
}
