import { afterEach, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
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
  repository = TemporaryRepository.of();
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
    [
      'a version that has a section',
      /already has a section/,
      (it) => {
        it.write(
          'CHANGELOG.md',
          `${it.read('CHANGELOG.md')}\n## [0.1.0] - 2026-01-01\n\n- A.\n\n## [0.2.0] - 2026-01-01\n\n- B.\n`,
        );
        it.commitAll('docs: old');
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

/** A commit and what the version policy in docs/releasing.md says of it. */
const commits = fc.oneof(
  fc.constantFrom('feat', 'Feat', 'feat(keys)').map((type) => ({ message: `${type}: x`, means: 2 })),
  fc
    .constantFrom('* feat: a\n* docs: b', '* feat(a, b): a')
    .map((list) => ({ message: `A pull request\n\n${list}`, means: 2 })),
  fc
    .constantFrom('fix(a, b)', 'perf', 'refactor(src/keys)', 'build', 'revert', 'wip', 'merge main')
    .map((type) => ({ message: `${type}: x`, means: 1 })),
  fc.constantFrom('Words', 'feat without a colon', '!: x').map((message) => ({ message, means: 1 })),
  fc
    .constantFrom('test', 'docs(README)', 'style', 'Chore', 'ci', 'bench')
    .map((type) => ({ message: `${type}: x\n\nfeat: only the first line counts`, means: 0 })),
  fc
    .constantFrom('feat(api)!', 'docs!', 'refactor(a)!', 'feat!(api)', 'chore(api!)')
    .map((type) => ({ message: `${type}: x`, means: 3 })),
  fc.constantFrom('* fix!: a', '* docs: a\n* fix(b)!: c').map((list) => ({ message: `docs: x\n\n${list}`, means: 3 })),
  fc
    .tuple(
      fc.constantFrom('fix', 'test(a)'),
      fc.constantFrom(
        'BREAKING CHANGE:',
        'BREAKING-CHANGE:',
        'BREAKING CHANGES:',
        '- BREAKING CHANGE:',
        'Breaking change #12:',
      ),
    )
    .map(([type, mark]) => ({ message: `${type}: x\n\nWhy.\n\n${mark} what to do`, means: 3 })),
  fc.constant({ message: 'docs: x\n\nThis is not a BREAKING CHANGE: it only says so.', means: 0 }),
);

test('commits since a tag decide, and merges by what they merge', () => {
  const it = newRepository();
  release(it, { version: '0.1.0' });
  it.addEntry('More.');
  it.commitAll('docs: more');
  it.git('checkout', '--quiet', '-b', 'side');
  it.commit('fix: a');
  it.git('checkout', '--quiet', 'main');
  it.git('merge', '--quiet', '--no-ff', '-m', 'feat!: a merge is not a change', 'side');
  expect(prepare(it)).toBe('0.1.1');
});

test('random commits need the version of the policy', () => {
  fc.assert(
    fc.property(fc.constantFrom('0.1.0', '1.9.0'), fc.array(commits, { maxLength: 4 }), (last, made) => {
      const effect = greatestEffect(made.map(({ message }) => message));
      const most = Math.max(0, ...made.map(({ means }) => means));
      if (most === 0) expect(effect).toBe('none');
      else expect(effect === 'none' ? effect : versionAfter(last, effect)).toBe(versionOf(last, most));
    }),
  );
});

function versionOf(last: string, most: number): string {
  const [major = 0, minor = 0, patch = 0] = last.split('.').map(Number);
  if (most === 3 && major > 0) return `${major + 1}.0.0`;
  return most >= 2 ? `${major}.${minor + 1}.0` : `${major}.${minor}.${patch + 1}`;
}
