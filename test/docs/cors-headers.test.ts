import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { allowedHeaderNames } from '../../lib/data-plane/cors-headers.ts';

test('docs/api.md lists the headers that web pages may send, in their order', () => {
  const [, section = ''] = /\n## Web pages\n(.*?)\n## /s.exec(readFileSync('docs/api.md', 'utf8')) ?? [];
  const cells = [...section.matchAll(/^\| (`.*?) \|/gm)].map(([, cell = '']) => cell);
  expect(cells.flatMap((cell) => cell.split(', '))).toEqual(allowedHeaderNames([]).map((name) => `\`${name}\``));
});
