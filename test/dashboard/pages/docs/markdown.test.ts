import { readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { publishedDocuments } from '../../../../dashboard/build/published-documents.ts';
import { documents } from '../../../../dashboard/pages/docs/documents.ts';
import { markdownBlocks } from '../../../../dashboard/pages/docs/markdown/blocks.ts';
import { inlineParts, linkTarget } from '../../../../dashboard/pages/docs/markdown/inline.ts';

describe('markdownBlocks', () => {
  test('reads headings, paragraphs over several lines, lists, code and tables', () => {
    const page = [
      '# Title',
      '',
      'One',
      'two.',
      '- first',
      '  goes on',
      '- second',
      '',
      '1. one',
      '2. two',
      '```sh',
      '# a comment, no heading',
      '',
      '- no list',
      '```',
      '| a | `b|c` |',
      '|---|---|',
      '| 1 | x \\| y |',
    ].join('\n');
    expect(markdownBlocks(page)).toEqual([
      { kind: 'heading', level: 1, text: 'Title', id: 'title' },
      { kind: 'paragraph', text: 'One two.' },
      { kind: 'list', isOrdered: false, items: ['first goes on', 'second'] },
      { kind: 'list', isOrdered: true, items: ['one', 'two'] },
      { kind: 'code', text: '# a comment, no heading\n\n- no list' },
      { kind: 'table', head: ['a', '`b', 'c`'], rows: [['1', 'x | y']] },
    ]);
  });

  test('ends a code block that is not closed with the page', () => {
    expect(markdownBlocks('```\na\nb')).toEqual([{ kind: 'code', text: 'a' }]);
  });

  test('makes the anchors that the links of the docs use', () => {
    expect(markdownBlocks("## A key's own usage, `GET`")[0]).toMatchObject({ id: 'a-keys-own-usage-get' });
  });

  test.each(Object.keys(documents))('%s is published, and each of its links leads to a heading', (name) => {
    const page = publishedDocuments().get(`docs/${name}.md`) ?? '';
    const anchors = (text: string) =>
      markdownBlocks(text).flatMap((block) => (block.kind === 'heading' ? [block.id] : []));
    const links = [...page.matchAll(/\]\((?:([a-z-]+)\.md)?#([\w-]+)\)/g)];
    expect(anchors(page).length).toBeGreaterThan(5);
    for (const [, other = name, anchor = ''] of links) {
      expect(anchors(publishedDocuments().get(`docs/${other}.md`) ?? '')).toContain(anchor);
    }
  });

  test('has a row of a table for each row of the docs', () => {
    const tables = markdownBlocks(readFileSync('docs/api.md', 'utf8')).filter(({ kind }) => kind === 'table');
    for (const table of tables) {
      if (table.kind !== 'table') continue;
      for (const row of table.rows) expect(row).toHaveLength(table.head.length);
    }
  });
});

describe('inlineParts', () => {
  test('reads code, bold text and links, and keeps the rest as text', () => {
    expect(inlineParts('Call `GET /v1` **now**, see [docs](api.md#x) or <https://a.example/b>. 2 < 3')).toEqual([
      { kind: 'text', text: 'Call ' },
      { kind: 'code', text: 'GET /v1' },
      { kind: 'text', text: ' ' },
      { kind: 'bold', text: 'now' },
      { kind: 'text', text: ', see ' },
      { kind: 'link', text: 'docs', to: 'api.md#x' },
      { kind: 'text', text: ' or ' },
      { kind: 'link', text: 'https://a.example/b', to: 'https://a.example/b' },
      { kind: 'text', text: '. 2 < 3' },
    ]);
  });

  test('takes marks inside code as code', () => {
    expect(inlineParts('`**a** [b](c)`')).toEqual([{ kind: 'code', text: '**a** [b](c)' }]);
  });
});

describe('linkTarget', () => {
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
});
