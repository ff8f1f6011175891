import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { newestVersion, releasedChangelog } from './changelog.ts';
import { gitIn } from './git.ts';
import { setVersion } from './manifests.ts';
import { ReleaseError } from './release-error.ts';
import { releaseVersion, type VersionOptions } from './release-version.ts';
import { withSupportedVersions } from './supported-versions.ts';

export type ReleaseOptions = VersionOptions & {
  /** The day of the release, in UTC, as 2026-11-23. */
  readonly today: string;
  /** Only says what it would do. */
  readonly dryRun?: boolean | undefined;
  /** Serves the last release beside this version, and compares their templates. Runs first, unless there is no last release. */
  readonly upgradeTest: () => void;
  /** Keeps this version for the upgrade test of the next one, and writes the upgrade table. Runs last. */
  readonly snapshot: () => void;
};

/**
 * Makes the changes of a release in the work tree: version numbers, CHANGELOG.md and the snapshot. Commits nothing.
 * @returns the released version
 * @throws ReleaseError; then nothing is changed
 */
export function prepareRelease(options: ReleaseOptions): string {
  const { root, today } = options;
  const git = gitIn(root);
  if (git('status', '--porcelain') !== '') {
    throw new ReleaseError(
      'There are uncommitted changes. Commit or stash them, so that the release has only its own. If they are from a ' +
        'release that was interrupted, undo them: git restore .',
    );
  }
  const path = join(root, 'CHANGELOG.md');
  const unreleased = readFileSync(path, 'utf8');
  const last = newestVersion(unreleased)?.version;
  const version = releaseVersion(git, last, options);
  if (git('tag', '--list', `v${version}`) !== '') throw new ReleaseError(`The tag v${version} already exists.`);
  const changelog = releasedChangelog(unreleased, version, today);
  const securityPath = join(root, 'SECURITY.md');
  const security = withSupportedVersions(readFileSync(securityPath, 'utf8'), version);
  if (options.dryRun) return version;
  if (last !== undefined) options.upgradeTest();
  try {
    writeFileSync(path, changelog);
    writeFileSync(securityPath, security);
    setVersion(root, version);
    options.snapshot();
  } catch (error) {
    // There were no uncommitted changes before.
    git('restore', '.');
    throw error;
  }
  return version;
}
