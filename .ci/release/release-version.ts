import type { Git } from './git.ts';
import { manifestIn } from './manifests.ts';
import { greatestEffect, isGreater, parseVersion, versionAfter } from './next-version.ts';
import { ReleaseError } from './release-error.ts';

export type VersionOptions = {
  /** The repository's folder. */
  readonly root: string;
  /** The version to release. By default it follows from the commits. */
  readonly version?: string | undefined;
  /** Count commits after this one. By default after the last tag `v…`. */
  readonly since?: string | undefined;
};

/**
 * The version to release.
 * @param last the newest version in CHANGELOG.md, which a clone without tags has too
 * @throws ReleaseError if there is none, or the given one does not follow
 */
export function releaseVersion(git: Git, last: string | undefined, options: VersionOptions): string {
  const { root, version, since } = options;
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
