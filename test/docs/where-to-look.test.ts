import { readFileSync } from 'node:fs';
import { normalize } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { files } from './pages.ts';

const section = /## Where to look\n([\s\S]*?)\n## /.exec(readFileSync('docs/architecture.md', 'utf8'))?.[1] ?? '';
const rows = section
  .split('\n')
  .filter((line) => /^\| (?!question|---)/.test(line))
  .map((line) => line.split('|').slice(1, -1))
  .map(([question = '', answer = '']) => ({ question: question.trim(), answer }));

/** The files of the code; the operator's own file with settings is none. */
const linked = (answer: string): string[] =>
  [...answer.matchAll(/\]\(\.\.\/([^)#]+\.ts)\)/g)]
    .map(([, path = '']) => normalize(path))
    .filter((path) => path !== 'sluice.config.ts');

/** The files that a file imports. */
const importsOf = (path: string): string[] =>
  [...readFileSync(path, 'utf8').matchAll(/from '(\.[^']+)'/g)].map(([, name = '']) => normalize(`${path}/../${name}`));

/** The files within these steps of imports, in either direction, from a file. */
function near(path: string, steps: number): Set<string> {
  let found = new Set([path]);
  for (let step = 0; step < steps; step += 1) {
    const sources = files.filter(
      (file) => /^(src|lambda|lib|bin|packages)\/.*\.ts$/.test(file) && !file.includes('/test/'),
    );
    const importers = sources.filter((file) => importsOf(file).some((one) => found.has(one)));
    found = new Set([...found, ...[...found].flatMap(importsOf), ...importers]);
  }
  return found;
}

test('“Where to look” answers the questions that newcomers were given', () => {
  for (const word of ['revoked key', '429', 'throttles', 'sent twice', 'a network', 'a chain', 'a plan', 'an alarm']) {
    expect(rows.filter(({ question }) => question.includes(word)).length).toBeGreaterThan(0);
  }
  for (const word of ['a history column', 'an operation', 'a page', 'event of Stripe', 'npm start', 'usage figure']) {
    expect(rows.filter(({ question }) => question.includes(word)).length).toBeGreaterThan(0);
  }
});

describe.each(rows)('$question', ({ answer }) => {
  const paths = linked(answer);

  test('is answered by at most four files, or by a page', () => {
    expect(paths.length).toBeLessThanOrEqual(4);
    expect(paths.length + [...answer.matchAll(/\.md/g)].length).toBeGreaterThan(0);
  });

  test('names functions of these files', () => {
    const text = [...paths.map((path) => readFileSync(path, 'utf8'))].join('');
    const names = [...answer.matchAll(/`([a-z]+[A-Z]\w*)`/g)].map(([, name = '']) => name);
    expect(names.filter((name) => !new RegExp(`\\b${name}\\b`).test(text))).toEqual([]);
  });

  test('names files that are at most two imports from another of them', () => {
    const apart = paths.filter(
      (path) => paths.length > 1 && !paths.some((one) => one !== path && near(one, 2).has(path)),
    );
    expect(apart).toEqual([]);
  });
});
