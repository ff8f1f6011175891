import { ReleaseError } from './release-error.ts';

const unreleased = '## [Unreleased]\n';

/** The text below a version's heading, up to the next version. Undefined if there is no such version. */
function sectionOf(changelog: string, name: string): string | undefined {
  const section = changelog.split(/^(?=## )/m).find((it) => it.startsWith(`## [${name}]`));
  return section?.replace(/^.*\n/, '').trim();
}

const hasEntries = (section: string | undefined): section is string => section !== undefined && /^- /m.test(section);

/**
 * The changelog with the entries of [Unreleased] as a section of a version, and [Unreleased] empty.
 * @param date the day of the release, as 2026-11-23
 * @throws ReleaseError if [Unreleased] has no entries or the version has a section
 */
export function releasedChangelog(changelog: string, version: string, date: string): string {
  if (!hasEntries(sectionOf(changelog, 'Unreleased'))) {
    throw new ReleaseError(
      'CHANGELOG.md has no entries under "## [Unreleased]". Write what users notice, then try again.',
    );
  }
  if (sectionOf(changelog, version) !== undefined) {
    throw new ReleaseError(`CHANGELOG.md already has a section [${version}]. Has this version been prepared before?`);
  }
  return changelog.replace(unreleased, `${unreleased}\n## [${version}] - ${date}\n`);
}

/** The name of the newest section that is not [Unreleased], and its day. Undefined before the first release. */
export function newestVersion(changelog: string): { version: string; date: string } | undefined {
  const [, version, date] = /^## \[(\d[^\]]*)\] - (\d{4}-\d\d-\d\d)$/m.exec(changelog) ?? [];
  return version && date ? { version, date } : undefined;
}

/**
 * The entries of a version, for the page of its release. Links to files lead to the repository at that version.
 * @param repository as https://github.com/owner/name
 * @throws ReleaseError if the version has no entries
 */
export function releaseNotes(changelog: string, version: string, repository: string): string {
  const section = sectionOf(changelog, version);
  if (!hasEntries(section)) {
    throw new ReleaseError(
      `CHANGELOG.md has no entries for version ${version}. Use the commit of a release, or prepare one: npm run release.`,
    );
  }
  return `${section.replace(/\]\((?!https?:|#)([^)]+)\)/g, `](${repository}/blob/v${version}/$1)`)}\n`;
}
