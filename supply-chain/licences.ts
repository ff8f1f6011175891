import { type Entry, foreign, type LockFile, nameOf } from './lock-file.ts';
import { permits } from './spdx.ts';

/** Ask for no more than their notice. */
const permissive = [
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'Unlicense',
];

/** Ask for more only of those who distribute the package, which nobody does with a tool or a client in a test. */
const forTools = ['CC-BY-4.0', 'LGPL-3.0-only', 'MPL-2.0', 'PSF-2.0', 'Python-2.0'];

const ofProduction: ReadonlySet<string> = new Set(permissive);
const ofDevelopment: ReadonlySet<string> = new Set([...permissive, ...forTools]);

/** Packages that do not name their licence as an SPDX expression: what it is, and how that is known. */
const exceptions: Readonly<Record<string, { readonly licence: string; readonly reason: string }>> = {
  eyes: { licence: 'MIT', reason: 'its package.json says so in the older form, "licenses"' },
  querystring: { licence: 'MIT', reason: 'its package.json says so in the older form, "licenses"' },
  'text-encoding-utf-8': { licence: 'Unlicense', reason: 'its LICENSE.md is the text of that licence' },
};

/** Packages whose licence is not on the list, and exceptions that nothing needs any more: a line each. */
export function licenceProblems(lock: LockFile): string[] {
  const packages = foreign(lock);
  const unnamed = new Set(packages.flatMap(([folder, { license }]) => (license === undefined ? [nameOf(folder)] : [])));
  return [
    ...packages.flatMap(([folder, entry]) => licenceProblem(folder, entry) ?? []),
    ...Object.keys(exceptions)
      .filter((name) => !unnamed.has(name))
      .map((name) => `${name}: is an exception for nothing`),
  ];
}

function licenceProblem(folder: string, { license, dev }: Entry): string | undefined {
  const licence = license ?? exceptions[nameOf(folder)]?.licence;
  if (licence === undefined) return `${folder}: names no licence`;
  if (permits(dev ? ofDevelopment : ofProduction, licence)) return undefined;
  return `${folder}: ${licence} is not on the list for ${dev ? 'development' : 'production'}`;
}
