import { readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { files } from './pages.ts';

const section = /## Where to look\n([\s\S]*?)\n## /.exec(readFileSync('docs/architecture.md', 'utf8'))?.[1] ?? '';
const rows = section
  .split('\n')
  .filter((line) => /^\| (?!question|---)/.test(line))
  .map((line) => line.split('|').slice(1, -1))
  .map(([question = '', answer = '']) => ({ question: question.trim(), answer }));

/** The files of the code behind the links of a text. */
const linkedFiles = (text: string): string[] => [
  ...new Set([...text.matchAll(/\]\(\.\.\/([^)#]+\.tsx?)\)/g)].map(([, path = '']) => path)),
];

describe.each(rows)('$question', ({ answer }) => {
  test('is answered by at most four files, or by a page, and names functions of these files', () => {
    // The operator's settings are no code.
    const paths = linkedFiles(answer).filter((path) => path !== 'sluice.config.ts');
    expect(paths.length).toBeLessThanOrEqual(4);
    expect(paths.length + [...answer.matchAll(/\.md/g)].length).toBeGreaterThan(0);
    const text = paths.map((path) => readFileSync(path, 'utf8')).join('');
    const names = [...answer.matchAll(/`([a-z]+[A-Z]\w*)`/g)].map(([, name = '']) => name);
    expect(names.filter((name) => !new RegExp(`\\b${name}\\b`).test(text))).toEqual([]);
  });
});

test('a history column is in no other files than its section of docs/how-to-add.md names, such as `requestBytes`', () => {
  const withColumn = files.filter(
    (path) =>
      /^(src|lambda|lib|bin|dashboard|packages)\/.*\.tsx?$/.test(path) &&
      !path.startsWith('dashboard/client/') &&
      /\brequestBytes\b/.test(readFileSync(path, 'utf8')),
  );
  const sections = readFileSync('docs/how-to-add.md', 'utf8').split(/^## /m);
  const steps = /^1\. [\s\S]*?(?=\n\n)/m.exec(
    sections.find((text) => text.startsWith('A history column\n')) ?? '',
  )?.[0];
  expect(withColumn.toSorted()).toEqual(linkedFiles(steps ?? '').toSorted());
});
