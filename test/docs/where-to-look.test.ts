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

const howToAdd = readFileSync('docs/how-to-add.md', 'utf8');

/** The numbered steps of a section of docs/how-to-add.md. */
function stepsOf(heading: string): string {
  const text = howToAdd.split(/^## /m).find((part) => part.startsWith(`${heading}\n`)) ?? '';
  return /^1\. [\s\S]*?(?=\n\n)/m.exec(text)?.[0] ?? '';
}

/** The questions that newcomers were given: words of their row above, or the section of docs/how-to-add.md. */
const questions: readonly (readonly [question: string, answer: string])[] = [
  ...['revoked key', '429', 'throttles', 'sent twice', 'event of Stripe', 'npm start', 'usage figure'].map(
    (words) => [words, rows.find(({ question }) => question.includes(words))?.answer ?? ''] as const,
  ),
  ...['plan', 'network', 'chain', 'alarm', 'history column', 'dashboard page'].map(
    (thing) => [`add: ${thing}`, stepsOf(`A ${thing}`.replace('A alarm', 'An alarm'))] as const,
  ),
  ['add: operation', stepsOf('An operation of the management API')],
];

/** The files of the code behind an answer's links, and those that everybody has to open: sentences with “if” are for some. */
function filesToOpen(answer: string): { readonly all: readonly string[]; readonly always: readonly string[] } {
  const sentences = answer.split(/(?<=[.;)]\s)|\n(?=\d\. )/);
  const linksIn = (texts: readonly string[]): string[] => [
    ...new Set(texts.flatMap((text) => [...text.matchAll(/\]\(\.\.\/([^)#]+\.tsx?)\)/g)].map(([, path = '']) => path))),
  ];
  return { all: linksIn(sentences), always: linksIn(sentences.filter((text) => !/\bif\b/i.test(text))) };
}

describe('the questions that newcomers were given', () => {
  const counts = questions.map(([question, answer]) => ({ question, ...filesToOpen(answer) }));

  test.each(counts)('$question: one to four files to open', ({ always }) => {
    expect(always.length).toBeGreaterThan(0);
    expect(always.length).toBeLessThanOrEqual(4);
  });

  test('the median has two', () => {
    expect(counts).toHaveLength(14);
    expect(counts.filter(({ always }) => always.length <= 2).length).toBeGreaterThanOrEqual(8);
  });

  test('a history column is in no other files than its section names, such as `requestBytes`', () => {
    const withColumn = files.filter(
      (path) =>
        /^(src|lambda|lib|bin|dashboard|packages)\/.*\.tsx?$/.test(path) &&
        !path.startsWith('dashboard/client/') &&
        /\brequestBytes\b/.test(readFileSync(path, 'utf8')),
    );
    expect(withColumn.toSorted()).toEqual(filesToOpen(stepsOf('A history column')).all.toSorted());
  });
});

test('“Where to look” leads to docs/how-to-add.md for additions', () => {
  for (const word of ['a network', 'a chain', 'a plan', 'an alarm', 'a history column', 'an operation', 'a page']) {
    expect(rows.filter(({ question }) => question.includes(word)).length).toBeGreaterThan(0);
  }
});

describe.each(rows)('$question', ({ answer }) => {
  // The operator's settings are no code.
  const isCode = (path: string) => path !== 'sluice.config.ts';
  const paths = filesToOpen(answer).all.filter(isCode);

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
    const always = filesToOpen(answer).always.filter(isCode);
    const apart = always.filter(
      (path) => always.length > 1 && !always.some((one) => one !== path && near(one, 2).has(path)),
    );
    expect(apart).toEqual([]);
  });
});
