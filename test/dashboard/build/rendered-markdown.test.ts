import { readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { publishedDocuments } from '../../../dashboard/build/published-documents.ts';
import { referenceDocument } from '../../../dashboard/build/reference-document.ts';
import { inlineHtml, linkTarget, renderPage } from '../../../dashboard/build/rendered-markdown.ts';
import { documents } from '../../../dashboard/pages/docs/documents.ts';
import { parseRenderedPage } from '../../../dashboard/pages/docs/rendered-page.ts';

describe('a rendered page', () => {
  test('has its parts in order, without its title: HTML together, code and tables apart', () => {
    const page = [
      '# Title',
      '',
      'One',
      'two.',
      '',
      '- first',
      '  goes on',
      '- second',
      '',
      '```sh',
      '# a comment, no heading',
      '',
      '- no list < &',
      '```',
      '| a | `b` |',
      '|---|---|',
      '| 1 | x \\| y |',
      '',
      '## Next, `GET`',
    ].join('\n');
    const { parts, sections } = renderPage(page);
    expect(parts).toEqual([
      {
        kind: 'html',
        content: '<p>One\ntwo.</p>\n<ul>\n<li>first\ngoes on</li>\n<li>second</li>\n</ul>\n',
      },
      { kind: 'code', content: '# a comment, no heading\n\n- no list < &' },
      {
        kind: 'table',
        label: 'a, b',
        content: expect.stringMatching(
          /<th scope="col">a<\/th>[\s\S]*<th scope="col"><code>b<\/code><\/th>[\s\S]*<td>x \| y</,
        ),
      },
      { kind: 'html', content: '<h2 id="next-get">Next, <code>GET</code></h2>' },
    ]);
    expect(sections).toEqual([{ id: 'next-get', title: 'Next, <code>GET</code>' }]);
  });

  test('makes the anchors that the links of the docs use', () => {
    expect(renderPage("## A key's own usage, `GET`").sections[0]?.id).toBe('a-keys-own-usage-get');
  });

  test('contains no HTML of its source, and no script', () => {
    const { parts } = renderPage('A <script>alert(1)</script> b <img src=x onerror=alert(1)>\n\n<iframe></iframe>\n');
    expect(parts.map(({ content }) => content).join('')).not.toMatch(/<(script|img|iframe)/);
    expect(inlineHtml('[x](javascript:alert(1)) `<b>` "quoted"')).toBe('x <code>&lt;b&gt;</code> &quot;quoted&quot;');
  });
});

describe('links', () => {
  test.each([
    ['api.md#limits', '/docs/api#limits'],
    ['management-api.md', '/docs/management-api'],
    ['/openapi.json', '/openapi.json'],
    ['#limits', '#limits'],
    ['https://viem.sh', 'https://viem.sh'],
    ['javascript:alert(1)', undefined],
    ['//evil.example', undefined],
    ['data:text/html,x', undefined],
    ['../src/x.ts', undefined],
  ])('%s leads to %s', (to, target) => {
    expect(linkTarget(to)).toBe(target);
  });

  test('show addresses without their protocol', () => {
    expect(inlineHtml('<https://a.example/b>')).toBe('<a href="https://a.example/b">a.example/b</a>');
  });
});

describe('the published documents', () => {
  const rendered = (name: string) => parseRenderedPage(publishedDocuments().get(`docs/${name}.json`) ?? '');
  const anchors = (name: string): string[] =>
    rendered(name).parts.flatMap(({ content }) => [...content.matchAll(/ id="([\w-]+)"/g)].map(([, id = '']) => id));

  test.each(Object.keys(documents))('%s is rendered, and each of its links leads to a heading', (name) => {
    const html = rendered(name)
      .parts.map(({ content }) => content)
      .join('');
    expect(anchors(name).length).toBeGreaterThan(5);
    for (const [, other = name, anchor = ''] of html.matchAll(/href="(?:\/docs\/([a-z-]+))?#([\w-]+)"/g)) {
      expect(anchors(other)).toContain(anchor);
    }
  });

  test.each([...Object.keys(documents), 'changelog'])('%s has a cell for each column of its tables', (name) => {
    for (const { kind, content } of rendered(name).parts) {
      if (kind !== 'table') continue;
      const [head = 0, ...rows] = content
        .split('<tr>')
        .slice(1)
        .map((row) => row.match(/<t[hd][ >]/g)?.length);
      expect(rows.every((cells) => cells === head)).toBe(true);
    }
  });
});

test('the reference has descriptions as HTML, and examples as they are', () => {
  const document = {
    info: { title: 'API', description: 'All `of` it.' },
    paths: { '/a': { get: { description: 'One `a` < b.', example: { description: 'a `raw` value' } } } },
  };
  expect(JSON.parse(referenceDocument(JSON.stringify(document)))).toEqual({
    info: { title: 'API', description: renderPage('All `of` it.') },
    paths: { '/a': { get: { description: 'One <code>a</code> &lt; b.', example: { description: 'a `raw` value' } } } },
  });
  const { length } = readFileSync('docs/openapi.json', 'utf8');
  expect(referenceDocument(readFileSync('docs/openapi.json', 'utf8')).length).toBeGreaterThan(length / 3);
});
