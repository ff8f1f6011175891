import { type IntendedChanges, lostByUpgrade } from './kept-resources.ts';
import type { ReleaseTemplates } from './make-templates.ts';

/** What an upgrade of any installation loses that is not intended, a line each. Installations that are new lose nothing. */
export const unnamedLosses = (before: ReleaseTemplates, after: ReleaseTemplates, intended: IntendedChanges): string[] =>
  Object.entries(before).flatMap(([installation, older]) => {
    const newer = after[installation];
    if (!newer) return [`${installation}: the present code makes no template of it.`];
    return lostByUpgrade(older, newer, intended).map((loss) => `${installation}: ${loss}`);
  });
