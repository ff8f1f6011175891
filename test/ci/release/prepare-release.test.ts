import { afterEach, describe, expect, test } from '@jest/globals';
import { greatestEffect, versionAfter } from '../../../.ci/release/next-version.ts';
import { prepareRelease, type ReleaseOptions } from '../../../.ci/release/prepare-release.ts';
import { ReleaseError } from '../../../.ci/release/release-error.ts';
import { TemporaryRepository } from './temporary-repository.ts';

let repository: TemporaryRepository | undefined;
afterEach(() => {
  repository?.remove();
  repository = undefined;
});

function newRepository(): TemporaryRepository {
  repository = new TemporaryRepository();
  return repository;
}

const prepare = ({ root }: TemporaryRepository, options: Partial<ReleaseOptions> = {}): string =>
  prepareRelease({ root, today: '2026-11-23', upgradeTest: () => {}, ...options });

/** Releases the repository as it is: prepares, commits and tags. */
function release(it: TemporaryRepository, options: Partial<ReleaseOptions> = {}): string {
  const version = prepare(it, options);
  it.commitAll(`chore(release): ${version}`, `v${version}`);
  return version;
}

describe('npm run release', () => {
  test('sets the version in every package, in the lock file and in the changelog, and changes nothing else', () => {
    const it = newRepository();
    expect(prepare(it, { version: '0.2.0' })).toBe('0.2.0');

    const changed = (path: string) =>
      it
        .git('diff', '--unified=0', path)
        .match(/^[+-](?![+-]{2} ).*/gm)
        ?.join('\n') ?? '';
    const packageChange = '-  "version": "0.1.0",\n+  "version": "0.2.0",';
    expect(changed('package.json')).toBe(packageChange);
    expect(changed('packages/one/package.json')).toBe(packageChange);
    const { version, packages } = JSON.parse(it.read('package-lock.json'));
    expect([version, packages[''].version, packages['packages/one'].version]).toEqual(['0.2.0', '0.2.0', '0.2.0']);
    expect(changed('package-lock.json').split('\n')).toHaveLength(6);
    expect(it.read('CHANGELOG.md')).toBe(
      '# Changelog\n\nWords.\n\n## [Unreleased]\n\n## [0.2.0] - 2026-11-23\n\n### Added\n\n- A table.\n',
    );
    expect(changed('SECURITY.md')).toBe('-| 0.1.x | yes |\n+| 0.2.x | yes |');
    const commit = it.git('rev-parse', 'HEAD');
    expect(JSON.parse(it.read('test/upgrade/base.json'))).toEqual({ version: '0.2.0', commit, intended: {} });
    expect(it.git('log', '--format=%s')).toBe('feat: everything');
  });

  test('tries the upgrade before anything is changed', () => {
    const it = newRepository();
    const changes: string[] = [];
    prepare(it, { version: '0.2.0', upgradeTest: () => changes.push(it.git('status', '--porcelain')) });
    expect(changes).toEqual(['']);
  });

  test('that fails undoes every change', () => {
    const it = newRepository();
    it.write('package-lock.json', 'no JSON');
    it.commitAll('chore: broken');
    expect(() => prepare(it, { version: '0.2.0' })).toThrow('JSON');
    expect(it.git('status', '--porcelain')).toBe('');
  });

  test('as a dry run changes nothing', () => {
    const it = newRepository();
    expect(prepare(it, { version: '0.2.0', dryRun: true })).toBe('0.2.0');
    expect(it.git('status', '--porcelain')).toBe('');
  });
});

describe('npm run release refuses', () => {
  type Arrange = (it: TemporaryRepository) => Partial<ReleaseOptions>;
  const released = (...messages: string[]): Arrange => {
    return (it) => {
      release(it, { version: '0.1.0' });
      it.commit(...messages);
      return {};
    };
  };
  const added: Arrange = (it) => {
    it.addEntry('More.');
    it.commitAll('docs: more');
    return {};
  };
  const preparedButNotTagged: Arrange = (it) => {
    released('feat: more')(it);
    added(it);
    prepare(it);
    it.commitAll('chore(release): 0.2.0');
    return {};
  };

  test.each<[promise: string, message: RegExp, arrange: Arrange]>([
    ['to guess the first version', /No version is tagged.*--version 0\.1\.0/, () => ({})],
    [
      'a version that is too small for its commits',
      /0\.1\.1 is too small for the commits since v0\.1\.0, which need 0\.2\.0/,
      (it) => ({ ...released('fix!: more')(it), ...added(it), version: '0.1.1' }),
    ],
    [
      'a version whose upgrade loses something',
      /loses all rows/,
      (it) => ({
        ...released('feat: more')(it),
        ...added(it),
        upgradeTest: () => {
          throw new ReleaseError('Usage loses all rows.');
        },
      }),
    ],
    ['a text that is no version', /"v1" is not a version/, () => ({ version: 'v1' })],
    ['commits without effect', /Nothing to release.* 2 commits/, released('docs: x', 'test: y')],
    ['an empty [Unreleased]', /no entries/, released('fix: x')],
    ['a version after one that is not tagged', /version 0\.2\.0, but the last tag is v0\.1\.0/, preparedButNotTagged],
    [
      'changes that are not committed',
      /uncommitted/,
      (it) => {
        it.write('new.txt', '');
        return { version: '0.1.0' };
      },
    ],
    [
      'a version that another branch has a tag of',
      /v0\.2\.0 already exists/,
      (it) => {
        it.git('tag', 'v0.2.0', it.git('commit-tree', 'HEAD^{tree}', '-m', 'on another branch'));
        return { version: '0.2.0' };
      },
    ],
  ])('%s, and changes nothing', (_, message, arrange) => {
    const it = newRepository();
    const options = arrange(it);
    const before = it.git('status', '--porcelain');
    expect(() => prepare(it, options)).toThrow(
      expect.objectContaining({ name: 'ReleaseError', message: expect.stringMatching(message) }),
    );
    expect(it.git('status', '--porcelain')).toBe(before);
  });
});

// The policy of docs/releasing.md.
test.each([
  [
    'breaking',
    ['feat(api)!: x', 'docs!: x', 'feat!(api): x', 'chore(api!): x', 'docs: x\n\n* fix!: a', 'docs: x\n\n* fix(b)!: c'],
  ],
  [
    'breaking',
    ['BREAKING CHANGE:', 'BREAKING-CHANGE:', '- BREAKING CHANGE:', 'Breaking change #12:'].map(
      (mark) => `test(a): x\n\nWhy.\n\n${mark} what to do`,
    ),
  ],
  ['feature', ['feat: x', 'Feat: x', 'feat(keys): x', 'A pull request\n\n* feat(a, b): a\n* docs: b']],
  ['patch', ['fix(a, b): x', 'perf: x', 'revert: x', 'merge main: x', 'Words', 'feat without a colon', '!: x']],
  [
    'none',
    [
      'test: x\n\nfeat: only the first line counts',
      'Chore: x',
      'docs: x\n\nThis is not a BREAKING CHANGE: it says so.',
    ],
  ],
])('a commit is %s: %j', (effect, messages) => {
  expect(messages.map((message) => greatestEffect([message]))).toEqual(messages.map(() => effect));
});

test('the greatest effect decides; before 1.0 a breaking change raises the second number', () => {
  expect(greatestEffect([])).toBe('none');
  expect(greatestEffect(['fix: x', 'feat: x', 'docs: x'])).toBe('feature');
  const effects = ['patch', 'feature', 'breaking'] as const;
  expect(effects.map((effect) => versionAfter('0.1.3', effect))).toEqual(['0.1.4', '0.2.0', '0.2.0']);
  expect(effects.map((effect) => versionAfter('1.9.3', effect))).toEqual(['1.9.4', '1.10.0', '2.0.0']);
});
