import type { Git } from './git.ts';
import { greatestEffect, isGreater, parseVersion, versionAfter } from './next-version.ts';
import { ReleaseError } from './release-error.ts';

/**
 * The version to release: from the commits since the last tag `v…`, or a given one that is at least as great.
 * @param current the version in package.json
 * @throws ReleaseError if there is none, or the given one does not follow
 */
export function releaseVersion(git: Git, current: string, given: string | undefined): string {
  if (given !== undefined) parseVersion(given);
  const tag = lastTag(git);
  if (tag === undefined) {
    if (given !== undefined) return given;
    throw new ReleaseError(
      `No version is tagged. Fetch the tags (git fetch --tags), or name the first version: --version ${current}.`,
    );
  }
  if (tag !== `v${current}`) {
    throw new ReleaseError(
      `package.json has version ${current}, but the last tag is ${tag}. Tag the commit of ${current}, or revert it.`,
    );
  }
  const computed = computedVersion(current, tag, commitMessages(git, tag));
  if (given !== undefined && isGreater(computed, given)) {
    throw new ReleaseError(
      `${given} is too small for the commits since ${tag}, which need ${computed} or a greater one.`,
    );
  }
  return given ?? computed;
}

/** The newest tag of a version, undefined before the first release. */
function lastTag(git: Git): string | undefined {
  const tags = git('tag', '--merged', 'HEAD', '--list', 'v*', '--sort=-v:refname').split('\n');
  return tags.find((tag) => /^v\d+\.\d+\.\d+$/.test(tag));
}

function computedVersion(current: string, tag: string, messages: readonly string[]): string {
  const effect = greatestEffect(messages);
  if (effect !== 'none') return versionAfter(current, effect);
  throw new ReleaseError(
    `Nothing to release: none of the ${messages.length} commits since ${tag} changes what is published ` +
      '(.ci/release/next-version.ts says which types do).',
  );
}

function commitMessages(git: Git, tag: string): string[] {
  const log = git('log', '--no-merges', '-z', '--format=%B', `${tag}..HEAD`, '--');
  return log === '' ? [] : log.replace(/\0$/, '').split('\0');
}
