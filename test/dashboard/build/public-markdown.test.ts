import { describe, expect, test } from '@jest/globals';
import { publicChangelog, publicMarkdown } from '../../../dashboard/build/public-markdown.ts';
import { publishedDocuments } from '../../../dashboard/build/published-documents.ts';

describe('publicMarkdown', () => {
  const published = ['api.md', 'management-api.md'];

  test('leaves out what only readers of the repository need, and comments', () => {
    const page = 'One.\n\n<!-- repository only -->\nnpm start\n<!-- /repository only -->\n\n<!-- made by x -->\nTwo.\n';
    expect(publicMarkdown(page, published)).toBe('One.\n\nTwo.\n');
  });

  test.each([
    ['[limits](api.md#limits)', '[limits](api.md#limits)'],
    ['[here](#limits)', '[here](#limits)'],
    ['[viem](https://viem.sh)', '[viem](https://viem.sh)'],
    ['[contract](openapi.json)', '[contract](/openapi.json)'],
    ['[x](../examples/quota-warning/quota-warning.mjs)', '[x](/docs/quota-warning.mjs)'],
    ['[why](decisions/0021-which-methods-are-reads.md)', 'why'],
    ['[code](../src/accounts/limit.ts)', 'code'],
    ['[cli](cli.md#accounts) and [api](api.md)', 'cli and [api](api.md)'],
  ])('keeps links to what is published: %s', (link, kept) => {
    expect(publicMarkdown(link, published)).toBe(kept);
  });
});

describe('publicChangelog', () => {
  const changelog = [
    '# Changelog\n\nFor developers.\n',
    '## [Unreleased]\n\n### For customers\n\n- New page.\n\n### Added\n\n- A table.\n',
    '## [0.2.0] - 2026-12-01\n\n### Fixed\n\n- A race.\n',
    '## [0.1.0] - 2026-11-20\n\n### Added\n\n- All.\n\n### For customers\n\n- First release.\n',
  ].join('\n');

  test('has what customers notice in each version, the coming one as the latest', () => {
    expect(publicChangelog(changelog)).toBe(
      '# Changelog\n\n## Latest\n\n- New page.\n\n## 0.1.0, 2026-11-20\n\n- First release.\n',
    );
  });
});

describe('the published documents', () => {
  const documents = [...publishedDocuments()];

  test.each(documents)('%s names no brand, no command of the repository and none of its files', (_path, text) => {
    // The port is that of the proxy that customers run on their own machine.
    const withoutProxy = text.replaceAll('bind 127.0.0.1', '').replaceAll(/(localhost|127\.0\.0\.1):8899/g, '');
    expect(withoutProxy).not.toMatch(/sluice|\bnpm (run|start)|\b(lambda|src|bin|lib)\/|localhost|127\.0\.0\.1/i);
  });

  test.each(documents.filter(([path]) => path.endsWith('.md') || path === 'llms.txt'))(
    '%s has only links to pages that are served',
    (path, text) => {
      const served = new Set([...documents.map(([it]) => `/${it}`), '/status', '/status.json']);
      const targets = [...text.matchAll(/\]\(([^)#]+)[^)]*\)/g)].map(([, target = '']) => target);
      const own = targets.filter((target) => !target.startsWith('http'));
      const addresses = own.map((target) => new URL(target, `https://dashboard.example/${path}`).pathname);
      expect(addresses.filter((address) => !served.has(address))).toEqual([]);
    },
  );

  test('say nothing of plans, which each operator has their own of', () => {
    expect(publishedDocuments().get('docs/api.md')).not.toMatch(/\| developer \|/);
  });

  test('llms.txt is ASCII: no character set is given for plain text', () => {
    expect(publishedDocuments().get('llms.txt')).toMatch(/^[\n -~]+$/);
  });

  test('the changelog for customers is not empty', () => {
    expect(publishedDocuments().get('docs/changelog.md')).toMatch(/^- /m);
  });
});
