import { readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { edited } from '../../.ci/walk/addition.ts';
import { additions, notWalked } from '../../.ci/walk/additions.ts';
import { commandsBySection, linesBelow } from '../../.ci/walk/page-sections.ts';

const sections = commandsBySection('docs/how-to-add.md');

test('every section of docs/how-to-add.md is walked, or named as one that is not', () => {
  expect([...Object.keys(additions), ...notWalked].toSorted()).toEqual([...sections.keys()].toSorted());
});

describe.each(Object.entries(additions))('the walk of “%s”', (name, { edits }) => {
  test('still finds the places of its additions', () => {
    const sources = new Map<string, string>();
    for (const edit of edits) {
      const source = sources.get(edit.file) ?? readFileSync(edit.file, 'utf8');
      sources.set(edit.file, edited(source, edit));
    }
    expect(sources.size).toBeGreaterThan(0);
  });

  test('runs the commands that the section names', () => {
    expect(sections.get(name)?.some((command) => command.startsWith('npm test -- '))).toBe(true);
  });
});

test('CONTRIBUTING’s first change is five lines, with the fast tests as CI runs them', () => {
  const lines = linesBelow('CONTRIBUTING.md', 'Your first change in five commands');
  expect(lines).toHaveLength(5);
  const [fast] = lines.filter((line) => /^npm run \S+$/.test(line));
  expect(readFileSync('.ci/checks', 'utf8')).toContain(`\n${fast} -- "$@"\n`);
});

test('an addition whose place is missing, or not the only one, is refused', () => {
  const edit = { file: 'a.ts', after: 'x', text: 'y' };
  expect(edited('axb', edit)).toBe('axyb');
  for (const source of ['ab', 'axbx']) expect(() => edited(source, edit)).toThrow('a.ts does not have this text once');
});
