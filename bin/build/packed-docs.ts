import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';

const repository = 'https://github.com/sluice-dev/sluice/blob/main';

/** Writes the pages of docs/ into the package. What the package does not have is linked in the repository. */
export function packDocs(root: string, dist: string): void {
  const pages = globSync('docs/*.md', { cwd: root });
  const packed = new Set(pages);
  for (const page of pages) {
    mkdirSync(join(dist, dirname(page)), { recursive: true });
    writeFileSync(join(dist, page), withLinks(readFileSync(join(root, page), 'utf8'), packed));
  }
}

/** @param packed the paths that the package has */
export const withLinks = (page: string, packed: ReadonlySet<string>): string =>
  page.replace(/\]\((?![a-z]+:|#)([^)\s#]+)(#[^)\s]*)?\)/g, (link, target: string, anchor = '') => {
    const path = posix.join('docs', target);
    return packed.has(path) ? link : `](${repository}/${path}${anchor})`;
  });
