import { type BundledPackage, bundledPackages } from './bundled-packages.ts';
import { copiedNotices } from './copied-notices.ts';
import { licenceText } from './licence-text.ts';

/**
 * The packages with code in a bundle, and their licences. Packages with the same text share it.
 * @param files the modules of the bundle, see {@link bundledPackages}
 * @throws {MissingLicenceError}
 */
export function thirdPartyNotices(files: Iterable<string>): string {
  const byText = Map.groupBy(bundledPackages(files), textsOf);
  const groups = [...byText].map(([text, packages]) => `${packages.map(heading).join('\n')}\n\n${text}\n`);
  return [introduction, ...groups].join(`\n${'-'.repeat(80)}\n\n`);
}

function textsOf(bundled: BundledPackage): string {
  const licence = licenceText(bundled);
  return [licence, ...copiedNotices(bundled, licence)].join('\n\n');
}

const introduction = `Third-party notices

This software contains code of the packages below. After the names of packages is the licence that they come with.
`;

const heading = ({ name, version, licence, author }: BundledPackage): string =>
  `${name} ${version} (${licence})${author ? `, by ${author}` : ''}`;
