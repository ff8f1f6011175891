import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { releasedChangelog } from './changelog.ts';
import { gitIn } from './git.ts';
import { baseFile, manifestIn, setVersion } from './manifests.ts';
import { parseVersion } from './next-version.ts';
import { ReleaseError } from './release-error.ts';
import { releaseVersion } from './release-version.ts';

export type ReleaseOptions = {
  /** The repository's folder. */
  readonly root: string;
  /** The version to release. By default it follows from the commits. */
  readonly version?: string | undefined;
  /** The day of the release, in UTC, as 2026-11-23. */
  readonly today: string;
  /** Only says what it would do. */
  readonly dryRun?: boolean | undefined;
  /** Serves the last release beside this version, and compares their templates. Runs first. */
  readonly upgradeTest: () => void;
};

/**
 * Makes the changes of a release in the work tree: version numbers, CHANGELOG.md, SECURITY.md and the base of the upgrade
 * test. Commits nothing.
 * @returns the released version
 * @throws ReleaseError; then nothing is changed
 */
export function prepareRelease({ root, today, dryRun, upgradeTest, ...options }: ReleaseOptions): string {
  const git = gitIn(root);
  if (git('status', '--porcelain') !== '') {
    throw new ReleaseError(
      'There are uncommitted changes. Commit or stash them, so that the release has only its own. If they are from a ' +
        'release that was interrupted, undo them: git restore .',
    );
  }
  const read = (path: string) => readFileSync(join(root, path), 'utf8');
  const version = releaseVersion(git, manifestIn(root).version ?? '0.0.0', options.version);
  if (git('tag', '--list', `v${version}`) !== '') throw new ReleaseError(`The tag v${version} already exists.`);
  const changed = {
    'CHANGELOG.md': releasedChangelog(read('CHANGELOG.md'), version, today),
    'SECURITY.md': withSupportedVersions(read('SECURITY.md'), version),
    [baseFile]: `${JSON.stringify({ version, commit: git('rev-parse', 'HEAD'), intended: {} }, null, 2)}\n`,
  };
  if (dryRun) return version;
  upgradeTest();
  try {
    for (const [path, text] of Object.entries(changed)) writeFileSync(join(root, path), text);
    setVersion(root, version);
  } catch (error) {
    // There were no uncommitted changes before.
    git('restore', '.');
    throw error;
  }
  return version;
}

const supportedRow = /^\| \d+\.\d+\.x \|/m;

/** The versions that get fixes: all of the latest minor version. */
function withSupportedVersions(security: string, version: string): string {
  if (!supportedRow.test(security))
    throw new ReleaseError('SECURITY.md has no row "| X.Y.x |" of supported versions. Add it.');
  const [major, minor] = parseVersion(version);
  return security.replace(supportedRow, `| ${major}.${minor}.x |`);
}
