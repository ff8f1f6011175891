import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { files, pages, writtenByHand } from './pages.ts';

/** A heading's anchor: lower case, hyphens for spaces, no other signs. */
const anchorsOf = (page: string): string[] =>
  [...readFileSync(page, 'utf8').matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\w\- ]/g, '')
      .replaceAll(' ', '-'),
  );

function leadsSomewhere(page: string, link: string): boolean {
  const [path, anchor] = link.split('#');
  const target = path ? join(dirname(page), path) : page;
  return existsSync(target) && (anchor === undefined || anchorsOf(target).includes(anchor));
}

/** Also a folder, and a path that is cut as a filter of tests is: `test/docs/links`. */
const isPath = (path: string): boolean => files.some((file) => file.startsWith(path));

const pathPattern =
  /(?<![\w/.@-])(?:\.ci|\.github|bin|dashboard|docs|examples|lab|lambda|lib|packages|src|test)\/[\w./-]*\w/g;

describe.each(pages)('%s', (page) => {
  test('has no link that leads nowhere', () => {
    const content = readFileSync(page, 'utf8');
    const links = [
      ...content.matchAll(/\]\((?!https?:)([^)]+)\)/g),
      ...content.matchAll(/(?:src|srcset)="(?!https?:)([^"]+)"/g),
    ].map(([, link = '']) => link);
    expect(links.filter((link) => !leadsSomewhere(page, link))).toEqual([]);
  });

  test('names no path of the repository that does not exist', () => {
    const named = [...writtenByHand(page).matchAll(pathPattern)].map(([path]) => normalize(path));
    expect(named.filter((path) => !isPath(path))).toEqual([]);
  });

  test('has lines of about 120 characters, apart from tables, code and long links', () => {
    const prose = writtenByHand(page)
      .replace(/^```[\s\S]*?^```$/gm, '')
      .split('\n')
      .filter((line) => !line.startsWith('|') && !/\S{60}/.test(line) && !line.includes('<img'));
    expect(prose.filter((line) => line.length > 125)).toEqual([]);
  });

  test('has no line above 400 characters, apart from tables and code: sections that commands write too', () => {
    const lines = readFileSync(page, 'utf8')
      .replace(/^```[\s\S]*?^```$/gm, '')
      .split('\n');
    expect(lines.filter((line) => line.length > 400 && !line.startsWith('|'))).toEqual([]);
  });
});

test.each([
  ['docs/architecture.md', 2_400],
  ['docs/performance.md', 2_500],
])('%s has at most %i words', (page, most) => {
  expect(readFileSync(page, 'utf8').trim().split(/\s+/).length).toBeLessThanOrEqual(most);
});

test('README.md says in at most 180 words, before its first command, whom it is for and not for, and what it was never tried on', () => {
  const [start = ''] = readFileSync('README.md', 'utf8').split('\n```', 1);
  expect(start.trim().split(/\s+/).length).toBeLessThanOrEqual(180);
  for (const part of ['**For**', '**Not for you**', '**Never deployed to AWS**']) expect(start).toContain(part);
});
