import type { ReleasedFunction } from '../release-snapshot.ts';
import type { IntendedChanges } from '../templates/kept-resources.ts';

/** The functions of the last release that a template lacks, a line each. Only the present code serves in their place. */
export const missingFunctions = (
  functions: Readonly<Record<string, ReleasedFunction>>,
  resources: Readonly<Record<string, unknown>>,
  intended: IntendedChanges = {},
): string[] =>
  Object.keys(functions)
    .filter((logicalId) => !(Object.hasOwn(resources, logicalId) || Object.hasOwn(intended, logicalId)))
    .map(
      (logicalId) =>
        `The present template has no function ${logicalId}, so the last release's code of it was not served. If its ` +
        'construct was moved or renamed, keep the id with overrideLogicalId. If the function is gone, say under ' +
        '"intended" in test/upgrade/next.json what operators have to know: the upgrade table shows it.',
    );
