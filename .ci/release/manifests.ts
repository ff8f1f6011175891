import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** What the upgrade test compares the next release with. */
export const baseFile = 'test/upgrade/base.json';

type LockFile = { version: string; packages: Record<string, { version?: string }> };

const lockFile = (root: string): LockFile => JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));

/** The folders of the packages in this repository, the root's first. */
export const packageFolders = (root: string): string[] =>
  Object.keys(lockFile(root).packages).filter((path) => !path.split('/').includes('node_modules'));

/** The fields of a package.json that a release reads. */
export type Manifest = {
  name: string;
  version?: string;
  private?: boolean;
  repository?: { url?: string };
};

/** The repository's address, without what npm adds to it: git+https://github.com/owner/name.git */
export const repositoryOf = ({ repository }: Manifest): string | undefined =>
  repository?.url?.replace(/^git\+/, '').replace(/\.git$/, '');

export const manifestIn = (folder: string): Manifest => JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));

/** Sets the version of every package in this repository and in package-lock.json, and the one that the examples need. */
export function setVersion(root: string, version: string): void {
  const lock = lockFile(root);
  lock.version = version;
  for (const folder of packageFolders(root)) {
    replaceIn(join(root, folder, 'package.json'), /(?<=^ {2}"version": ")[^"]*/m, version);
    const locked = lock.packages[folder];
    if (locked?.version) locked.version = version;
  }
  writeFileSync(join(root, 'package-lock.json'), `${JSON.stringify(lock, null, 2)}\n`);
  // Examples are no workspaces: people copy them, and npm installs the published package.
  for (const path of globSync('examples/*/package.json', { cwd: root })) {
    replaceIn(join(root, path), /(?<=^ {4}"sluice-cdk": "\^)[^"]*/m, version);
  }
}

const replaceIn = (path: string, pattern: RegExp, text: string): void =>
  writeFileSync(path, readFileSync(path, 'utf8').replace(pattern, text));
