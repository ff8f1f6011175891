import { table } from '../../lab/bench/report-format.ts';
import type { ChangeCounts, Upgrade } from './next-release.ts';
import { isKept } from './templates/kept-types.ts';
import { resourceChanges, type TemplateJson } from './templates/template-changes.ts';

/** Counts what a deployment of the template `after` does over `before`. */
export function countChanges(before: TemplateJson, after: TemplateJson): ChangeCounts {
  const changes = resourceChanges(before, after);
  const having = (...effects: readonly string[]) => changes.filter(({ effect }) => effects.includes(effect));
  return {
    // CloudFormation creates the new resource of a replacement, and removes the old one.
    added: having('added', 'replaced', 'perhaps replaced').length,
    changed: having('changed').length,
    removed: having('removed', 'replaced', 'perhaps replaced').length,
    kept: changes.filter(({ type }) => isKept(type)).map(({ logicalId, effect }) => `${logicalId} ${effect}`),
  };
}

/** The table of upgrades in docs/operating.md, newest first. */
export const upgradeTable = (upgrades: readonly Upgrade[]): string =>
  table(
    [
      'version',
      'resources added / changed / removed',
      'data and addresses',
      'stored formats',
      'roll back to',
      'by hand',
    ],
    upgrades.toReversed().map(rowOf),
  );

const rowOf = ({ version, resources, storedFormats, rollbackTo, manualSteps }: Upgrade): string[] => [
  version,
  resources ? `${resources.added} / ${resources.changed} / ${resources.removed}` : 'first release',
  listOf(resources?.kept ?? []),
  listOf(storedFormats),
  rollbackTo ?? 'none',
  listOf(manualSteps),
];

const listOf = (texts: readonly string[]): string => texts.join('; ') || 'none';
