import { describe, expect, test } from '@jest/globals';
import { newestVersion, releasedChangelog, releaseNotes } from '../../../.ci/release/changelog.ts';
import { publicChangelog } from '../../../dashboard/build/public-markdown.ts';

const repository = 'https://github.com/owner/name';
const unreleased =
  '# Changelog\n\n## [Unreleased]\n\n### For customers\n\n- **Pages** ([docs](docs/api.md#keys), [web](https://a.example)).\n\n' +
  '### Added\n\n- A table.\n\n## [0.1.0] - 2026-11-23\n\n### Fixed\n\n- A race.\n';
const released = releasedChangelog(unreleased, '0.2.0', '2026-12-01');

describe('the changelog of a release', () => {
  test('names its newest version, none before the first release', () => {
    expect(newestVersion(unreleased)).toEqual({ version: '0.1.0', date: '2026-11-23' });
    expect(newestVersion(released)).toEqual({ version: '0.2.0', date: '2026-12-01' });
    expect(newestVersion('# Changelog\n\n## [Unreleased]\n\n- A.\n')).toBeUndefined();
  });

  test('shows customers their section of the version, and nothing as the latest', () => {
    expect(publicChangelog(released)).toMatch(/^# Changelog\n\n## 0\.2\.0, 2026-12-01\n\n- \*\*Pages\*\*/);
    expect(publicChangelog(released)).not.toContain('Latest');
  });

  test('gives the notes of one version, whose links lead to the files of that version', () => {
    expect(releaseNotes(released, '0.2.0', repository)).toBe(
      '### For customers\n\n- **Pages** ([docs](https://github.com/owner/name/blob/v0.2.0/docs/api.md#keys), ' +
        '[web](https://a.example)).\n\n### Added\n\n- A table.\n',
    );
    expect(releaseNotes(released, '0.1.0', repository)).toBe('### Fixed\n\n- A race.\n');
    expect(() => releaseNotes(released, '0.3.0', repository)).toThrow(/no entries for version 0\.3\.0/);
  });

  test('needs entries: a heading and a sentence are not enough', () => {
    const empty = '# Changelog\n\n## [Unreleased]\n\n### Added\n\nSoon.\n\n## [0.1.0] - 2026-11-23\n\n- A.\n';
    expect(() => releasedChangelog(empty, '0.2.0', '2026-12-01')).toThrow(/no entries under "## \[Unreleased\]"/);
  });
});
