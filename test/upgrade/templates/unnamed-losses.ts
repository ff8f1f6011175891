import { findLosses, type IntendedChanges, lostByUpgrade } from './kept-resources.ts';
import type { ReleaseTemplates } from './make-templates.ts';
import { resourceChanges, type TemplateJson } from './template-changes.ts';

/**
 * What an upgrade of any installation loses that is not intended, and what is intended but lost nowhere, a line each.
 * Installations that are new lose nothing.
 */
export const unnamedLosses = (
  before: ReleaseTemplates,
  after: ReleaseTemplates,
  intended: IntendedChanges,
): string[] => [
  ...Object.entries(before).flatMap(([installation, older]) => {
    const newer = after[installation];
    if (!newer) return [`${installation}: the present code makes no template of it.`];
    return lostByUpgrade(older, newer, intended).map((loss) => `${installation}: ${loss}`);
  }),
  ...unusedIntentions(before, after, intended),
];

/** The intended changes that the check would not report in any installation, a line each. */
export function unusedIntentions(
  before: ReleaseTemplates,
  after: ReleaseTemplates,
  intended: IntendedChanges,
): string[] {
  const reported = Object.entries(before).flatMap(([installation, older]) => {
    const newer = after[installation];
    return newer ? [...findLosses(older, newer).map(({ name }) => name), ...removedFunctions(older, newer)] : [];
  });
  return Object.keys(intended)
    .filter((name) => !reported.includes(name))
    .map(
      (name) =>
        `"${name}" is under "intended" in test/upgrade/next.json, but no check reports it. ` +
        'Correct the name (a logical id or an output), or remove the entry.',
    );
}

/** They lose nothing, but the canary reports them (missing-functions.ts). */
const removedFunctions = (before: TemplateJson, after: TemplateJson): string[] =>
  resourceChanges(before, after)
    .filter(({ type, effect }) => type === 'AWS::Lambda::Function' && effect === 'removed')
    .map(({ logicalId }) => logicalId);
