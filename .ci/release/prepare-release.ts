import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { newestVersion, releasedChangelog } from './changelog.ts';
import { manifestIn, setVersion } from './manifests.ts';
import { greatestEffect, isGreater, parseVersion, versionAfter } from './next-version.ts';
import { ReleaseError } from './release-error.ts';
import { withSupportedVersions } from './supported-versions.ts';

export type ReleaseOptions = {
  /** The repository's folder. */
  readonly root: string;
  /** The day of the release, in UTC, as 2026-11-23. */
  readonly today: string;
  /** The version to release. By default it follows from the commits. */
  readonly version?: string | undefined;
  /** Count commits after this one. By default after the last tag `v…`. */
  readonly since?: string | undefined;
  /** Only says what it would do. */
  readonly dryRun?: boolean | undefined;
  /** Serves the last release beside this version, and compares their templates. Runs first, unless there is no last release. */
  readonly upgradeTest: () => void;
  /** Keeps this version for the upgrade test of the next one, and writes the upgrade table. Runs last. */
  readonly snapshot: () => void;
};

type Git = (...args: string[]) => string;

const gitIn =
  (folder: string): Git =>
  (...args) =>
    execFileSync('git', args, { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }).trim();

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

/** @param last the newest version in CHANGELOG.md, which a clone without tags has too */
function releaseVersion(git: Git, last: string | undefined, { root, version, since }: ReleaseOptions): string {
  const tag = lastTag(git);
  const { version: current = '0.0.0' } = manifestIn(root);
  if (tag && tag !== `v${current}`) {
    throw new ReleaseError(
      `package.json has version ${current}, but the last tag is ${tag}. Tag the commit of ${current}, or revert it.`,
    );
  }
  const base = since ?? tag;
  if (version !== undefined) return givenVersion(version, last, base && atLeast(git, current, base));
  if (last === undefined) {
    throw new ReleaseError(`CHANGELOG.md has no released version. Name the first one, such as --version ${current}.`);
  }
  if (base === undefined) {
    throw new ReleaseError(
      `The tag v${last} of the last version is missing. If ${last} is not published yet, tag its commit. Otherwise fetch ` +
        'the tag (git fetch --tags), or name its commit (--since COMMIT).',
    );
  }
  return computedVersion(current, base, commitMessages(git, base));
}

/** The nearest tag of a version, undefined before the first release. */
function lastTag(git: Git): string | undefined {
  const tags = git('tag', '--merged', 'HEAD', '--list', 'v*').split('\n');
  const versions = tags.filter((tag) => /^v\d+\.\d+\.\d+$/.test(tag)).map((tag) => tag.slice(1));
  return versions.length === 0
    ? undefined
    : `v${versions.reduce((latest, it) => (isGreater(it, latest) ? it : latest))}`;
}

/** @param least what the commits since the last version need, undefined if it is not known or they need none */
function givenVersion(version: string, last: string | undefined, least: string | undefined): string {
  parseVersion(version);
  if (last !== undefined && !isGreater(version, last)) {
    throw new ReleaseError(`${version} does not follow the last version, ${last}. Name a greater one.`);
  }
  if (least !== undefined && isGreater(least, version)) {
    throw new ReleaseError(
      `${version} is too small for the commits since ${last}, which need ${least} or a greater one.`,
    );
  }
  return version;
}

function atLeast(git: Git, current: string, base: string): string | undefined {
  const effect = greatestEffect(commitMessages(git, base));
  return effect === 'none' ? undefined : versionAfter(current, effect);
}

function computedVersion(current: string, base: string, messages: readonly string[]): string {
  const effect = greatestEffect(messages);
  if (effect === 'none') {
    throw new ReleaseError(
      `Nothing to release: none of the ${messages.length} commits since ${base} changes what is published ` +
        '(.ci/release/next-version.ts says which types do).',
    );
  }
  return versionAfter(current, effect);
}

function commitMessages(git: Git, base: string): string[] {
  try {
    const log = git('log', '--no-merges', '-z', '--format=%B', `${base}..HEAD`, '--');
    return log === '' ? [] : log.replace(/\0$/, '').split('\0');
  } catch {
    throw new ReleaseError(
      `git cannot list the commits after ${base}. Is it a commit or tag, and is the history complete?`,
    );
  }
}
