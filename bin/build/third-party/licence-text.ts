import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { errorClass } from '../../../src/error-class.ts';
import type { BundledPackage } from './bundled-packages.ts';
import { packagesWithoutText } from './packages-without-text.ts';

/** A bundle has code of a package whose licence text is not known. */
export class MissingLicenceError extends errorClass('MissingLicenceError', 'missing_licence') {}

// With an Apache-2.0 licence, the file NOTICE must be passed on too.
const licenceFile = /^(licen[sc]e|copying|notice|third-party-licen[sc]e)/i;

/**
 * The licence of a package as its authors publish it, with its copyright lines.
 * @throws {MissingLicenceError} if the package has none, and is not on the list of packages-without-text.ts
 */
export function licenceText(bundled: BundledPackage): string {
  const files = readdirSync(bundled.folder).filter((name) => licenceFile.test(name));
  if (files.length === 0) return listedText(bundled);
  return files
    .sort()
    .map((name) => withoutOtherLicences(readFileSync(join(bundled.folder, name), 'utf8')))
    .join('\n\n');
}

/** Vite's file goes on with the licences of the packages that Vite itself contains; no bundle has code of them. */
const withoutOtherLicences = (text: string): string =>
  trimmed(text.replaceAll('\r\n', '\n').replace(/^# Licenses of bundled dependencies\n[\s\S]*/m, ''));

/** Without empty lines around it; the first line of a text can be indented. */
const trimmed = (text: string): string => text.replace(/^\s*\n/, '').trimEnd();

function listedText({ name, version, licence }: BundledPackage): string {
  const listed = packagesWithoutText[name];
  if (listed?.licence === licence) return `${listed.copyright}\n\n${textOf[listed.licence]}`;
  throw new MissingLicenceError(
    `${name} ${version} (${licence}) is in a bundle, but has no licence file. Find its licence and copyright in its ` +
      'repository, and add it to bin/build/third-party/packages-without-text.ts.',
  );
}

const read = (path: string): string => trimmed(readFileSync(fileURLToPath(new URL(path, import.meta.url)), 'utf8'));

/** The texts of licences, by their SPDX ids. */
export const textOf = { 'Apache-2.0': read('../../../LICENSE'), MIT: read('mit.txt') } as const;
