import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as v from 'valibot';

/** A package with code in a bundle. */
export type BundledPackage = {
  readonly name: string;
  readonly version: string;
  /** An SPDX id. */
  readonly licence: string;
  readonly author: string | undefined;
  readonly folder: string;
  /** Its files in the bundle: absolute paths, without a bundler's own code. */
  readonly modules: readonly string[];
};

const root = fileURLToPath(new URL('../../..', import.meta.url));

/**
 * The packages that the files belong to, by name and version. Files outside node_modules belong to none.
 * @param files the modules of a bundle: paths, absolute or relative to the repository, or names of a bundler's own code
 */
export function bundledPackages(files: Iterable<string>): BundledPackage[] {
  const packages = new Map<string, BundledPackage>();
  for (const [folder, modules] of modulesByFolder(files)) {
    const found = readPackage(folder);
    const id = `${found.name} ${found.version}`;
    packages.set(id, { ...found, modules: [...(packages.get(id)?.modules ?? []), ...modules] });
  }
  return [...packages.values()].sort((one, other) =>
    one.name === other.name ? compare(one.version, other.version) : compare(one.name, other.name),
  );
}

function modulesByFolder(files: Iterable<string>): Map<string, string[]> {
  const folders = new Map<string, string[]>();
  for (const file of files) {
    const folder = packageFolder(file);
    if (folder === undefined) continue;
    const modules = folders.get(folder) ?? [];
    folders.set(folder, modules);
    if (!isBundlersOwn(file)) modules.push(resolve(root, file));
  }
  return folders;
}

// Not localeCompare: its order depends on the machine.
const compare = (one: string, other: string): number => (one < other ? -1 : 1);

// Greedy, because a package can be in the node_modules of another.
const inPackage = /^(.*\/node_modules\/(?:@[^/]+\/)?[^/]+)\//;

/** Vite and Rolldown name their own code in a bundle like "\0vite/preload-helper.js". */
const isBundlersOwn = (file: string): boolean => file.startsWith('\0');

function packageFolder(file: string): string | undefined {
  if (isBundlersOwn(file)) return join(root, 'node_modules', file.slice(1).split('/')[0] ?? '');
  return inPackage.exec(resolve(root, file).replaceAll('\\', '/'))?.[1];
}

const packageJson = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({
    name: v.string(),
    version: v.string(),
    license: v.string(),
    author: v.optional(v.union([v.string(), v.object({ name: v.string() })])),
  }),
);

function readPackage(folder: string): Omit<BundledPackage, 'modules'> {
  const parsed = v.parse(packageJson, readFileSync(join(folder, 'package.json'), 'utf8'));
  const { name, version, license: licence, author } = parsed;
  return { name, version, licence, author: typeof author === 'object' ? author.name : author, folder };
}
