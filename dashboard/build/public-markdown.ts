/** Parts of a page that only readers of the repository need: `<!-- repository only -->` to `<!-- /repository only -->`. */
const repositoryOnly = /^<!-- repository only -->\n[\s\S]*?^<!-- \/repository only -->\n/gm;
const comment = /^<!--[\s\S]*?-->\n/gm;
const link = /\[([^\]]+)\]\(([^)\s]+)\)/g;

/** A script for customers: as the docs link to it, and where it is served. */
export const quotaWarning = {
  source: '../examples/quota-warning/quota-warning.mjs',
  address: '/docs/quota-warning.mjs',
} as const;

/**
 * A page of the repository as customers get it: without the parts for readers of the repository, and with links only to
 * what is published.
 * @param published the names of the published pages, which are in one folder
 */
export function publicMarkdown(page: string, published: readonly string[]): string {
  const address = (target: string): string | undefined => {
    if (/^(https?:|#)/.test(target)) return target;
    if (target === 'openapi.json') return '/openapi.json';
    if (target === quotaWarning.source) return quotaWarning.address;
    return published.includes(target.replace(/#.*/, '')) ? target : undefined;
  };
  return page
    .replace(repositoryOnly, '')
    .replace(comment, '')
    .replace(link, (whole, text: string, target: string) => {
      const to = address(target);
      return to === undefined ? text : whole.replace(`(${target})`, `(${to})`);
    })
    .replace(/\n{3,}/g, '\n\n');
}

/** The changes of each version that customers notice, from a changelog with a section "For customers" per version. */
export function publicChangelog(changelog: string): string {
  const versions = changelog.split(/^## /m).slice(1);
  const sections = versions.flatMap((version) => {
    const [, name = '', date = ''] = /^\[([^\]]+)\](?: - (\S+))?/.exec(version) ?? [];
    const changes = /^### For customers\n([\s\S]*?)(?=^### |(?![\s\S]))/m.exec(version)?.[1]?.trim();
    if (changes === undefined) return [];
    const heading = name === 'Unreleased' ? 'Latest' : [name, date].filter(Boolean).join(', ');
    return [`## ${heading}\n\n${changes}\n`];
  });
  return ['# Changelog\n', ...sections].join('\n');
}
