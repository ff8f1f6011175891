import { spawnSync } from 'node:child_process';
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { releaseProblems } from '../../../.ci/release/check-release.ts';
import { TemporaryRepository } from './temporary-repository.ts';

const repository = 'owner/name';

let it: TemporaryRepository;
beforeEach(() => {
  it = new TemporaryRepository('0.2.0');
  it.write(
    'CHANGELOG.md',
    '# Changelog\n\n## [Unreleased]\n\n## [0.2.0] - 2026-11-23\n\n- A.\n\n## [0.1.0] - 2026-01-01\n',
  );
  change('package.json', { private: true });
  change('packages/one/package.json', { repository: { url: 'git+https://github.com/owner/name.git' } });
  it.write('test/upgrade/base.json', JSON.stringify({ version: '0.2.0', commit: 'any' }));
});
afterEach(() => it.remove());

const change = (path: string, changes: object) =>
  it.write(path, JSON.stringify({ ...JSON.parse(it.read(path)), ...changes }));
const problems = (tag = 'v0.2.0') => releaseProblems({ root: it.root, tag, repository });

describe('a tag', () => {
  test('that agrees with every package, the changelog and the repository has no problem', () => {
    expect(problems()).toEqual([]);
  });

  test('of another version has a problem with each package and the changelog', () => {
    expect(problems('v0.3.0')).toEqual([
      'package.json has version 0.2.0; the tag is v0.3.0.',
      'packages/one/package.json has version 0.2.0; the tag is v0.3.0.',
      'The newest version in CHANGELOG.md is 0.2.0; the tag is v0.3.0.',
      'The version in test/upgrade/base.json is 0.2.0; the tag is v0.3.0.',
    ]);
  });

  test.each([
    ['one package with another version', { version: '0.1.0' }, /packages\/one\/package\.json has version 0\.1\.0/],
    ['a package of another repository', { repository: { url: 'https://github.com/fork/name' } }, /fork\/name\. This/],
    ['a package without a repository', { repository: {} }, /is missing\. This/],
    ['no package to publish', { private: true }, /No package is published/],
  ])('with %s is refused', (_, changes, problem) => {
    change('packages/one/package.json', changes);
    expect(problems()).toEqual([expect.stringMatching(problem)]);
  });
});

describe('the check of the workflow', () => {
  /** Runs it in a clone without packages, as the workflow does. */
  function check(): { readonly status: number | null; readonly printed: string } {
    const env = { PATH: process.env.PATH, GITHUB_REF_NAME: 'v0.2.0', GITHUB_REPOSITORY: repository };
    const program = spawnSync(process.execPath, ['.ci/release/check.ts'], { cwd: it.root, env, encoding: 'utf8' });
    return { status: program.status, printed: program.stdout + program.stderr };
  }

  beforeEach(() => {
    cpSync('.ci/release', join(it.root, '.ci/release'), { recursive: true });
    change('package.json', { type: 'module' });
    it.commitAll('feat: a change');
    it.write('test/upgrade/base.json', JSON.stringify({ version: '0.2.0', commit: it.git('rev-parse', 'HEAD') }));
    it.commitAll('chore(release): 0.2.0');
    it.git('update-ref', 'refs/remotes/origin/main', 'HEAD');
  });

  test('passes for the commit of the release, and for no later one', () => {
    expect(check()).toEqual({ status: 0, printed: 'v0.2.0 can be released.\n' });
    it.commit('docs: a word');
    it.git('update-ref', 'refs/remotes/origin/main', 'HEAD');
    expect(check()).toEqual({ status: 1, printed: expect.stringContaining('is on a commit after its release') });
  });

  test('refuses a commit that is not on main', () => {
    it.git('update-ref', 'refs/remotes/origin/main', 'HEAD^1');
    expect(check()).toEqual({ status: 1, printed: expect.stringContaining('The commit of v0.2.0 is not on main.') });
  });
});
