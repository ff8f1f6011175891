import { type Entry, finds, foreign, type LockFile } from './lock-file.ts';

const registry = 'https://registry.npmjs.org/';

/**
 * What is wrong with a lock file, a line each. Every package is known by its SHA-512 and comes from the npm registry, and
 * everything that a package asks for is there: `npm ci` on another platform refuses a lock file that lacks one of its
 * optional packages.
 */
export const integrityProblems = (lock: LockFile): string[] => [
  ...foreign(lock).flatMap(([folder, entry]) => sourceProblems(entry).map((problem) => `${folder}: ${problem}`)),
  ...Object.entries(lock).flatMap(([folder, entry]) =>
    [...new Set([...Object.keys(entry.dependencies), ...Object.keys(entry.optionalDependencies)])]
      .filter((name) => !finds(lock, folder, name))
      .map((name) => `${folder || 'package.json'}: asks for ${name}, which is not there`),
  ),
];

function sourceProblems({ inBundle, integrity, resolved }: Entry): string[] {
  if (inBundle) return [];
  return [
    ...(integrity?.startsWith('sha512-') ? [] : ['has no SHA-512']),
    // Without an address it is the registry's: npm leaves addresses out that say nothing else.
    ...(resolved === undefined || resolved.startsWith(registry) ? [] : [`comes from ${resolved}`]),
  ];
}
