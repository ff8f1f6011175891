import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { releaseProblems } from '../../../.ci/release/check-release.ts';
import { TemporaryRepository } from './temporary-repository.ts';

const repository = 'owner/name';
const url = 'git+https://github.com/owner/name.git';

let it: TemporaryRepository;
beforeEach(() => {
  it = new TemporaryRepository('0.2.0');
  it.write(
    'CHANGELOG.md',
    '# Changelog\n\n## [Unreleased]\n\n## [0.2.0] - 2026-11-23\n\n- A.\n\n## [0.1.0] - 2026-01-01\n',
  );
  change('package.json', { private: true });
  change('packages/one/package.json', { repository: { url } });
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
    ]);
  });

  test.each([
    ['one package with another version', { version: '0.1.0' }, /packages\/one\/package\.json has version 0\.1\.0/],
    [
      'a package of another repository',
      { repository: { url: 'https://github.com/fork/name' } },
      /is https:\/\/github.com\/fork\/name\./,
    ],
    ['a package without a repository', { repository: {} }, /is missing\. npm/],
    ['no package to publish', { private: true }, /No package is published/],
  ])('with %s is refused', (_, changes, problem) => {
    change('packages/one/package.json', changes);
    expect(problems()).toEqual([expect.stringMatching(problem)]);
  });
});
