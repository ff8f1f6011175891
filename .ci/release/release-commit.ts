import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Git, gitIn } from './git.ts';
import { baseFile } from './manifests.ts';

/** All that `npm run release` changes. A commit with other files has code that no test has compared with the last release. */
const changedByRelease =
  /^(CHANGELOG\.md|SECURITY\.md|package-lock\.json|(.+\/)?package\.json|test\/upgrade\/base\.json)$/;

/**
 * Why the checked-out commit is not the release that somebody prepared, on top of the code it was prepared from: one
 * sentence per problem. Other code is not in the changelog, and did not decide the version.
 * @param root the repository's folder, with its whole history
 */
export function commitProblems(root: string, tag: string): string[] {
  const git = gitIn(root);
  const changed = git('diff', '--name-only', 'HEAD^1', 'HEAD').split('\n');
  if (!changed.includes(baseFile)) {
    return [`${tag} is on a commit after its release's. Tag the commit that changed ${baseFile}.`];
  }
  return [...otherFiles(changed, tag), ...otherParent(git, root, tag)];
}

function otherFiles(changed: readonly string[], tag: string): string[] {
  const others = changed.filter((path) => !changedByRelease.test(path));
  if (others.length === 0) return [];
  return [
    `The commit of ${tag} also changes ${others.slice(0, 3).join(', ')}. Commit that first, then prepare the release again.`,
  ];
}

function otherParent(git: Git, root: string, tag: string): string[] {
  const { commit } = JSON.parse(readFileSync(join(root, baseFile), 'utf8'));
  const parent = git('rev-parse', 'HEAD^1');
  if (commit === parent) return [];
  return [
    `${tag} was prepared from ${commit}, but follows ${parent}. Prepare it again, from the newest commit of main: ` +
      'its version and changelog do not know the commits between.',
  ];
}
