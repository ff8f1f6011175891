import { expect, test } from '@jest/globals';
import { replaceSection, SectionMissingError } from '../report-format.ts';

const page = 'before\n<!-- one: made by a command -->\nold\n<!-- /one -->\nafter\n';

test('a section is replaced between its markers, and nothing else is', () => {
  const replaced = 'before\n<!-- one: made by a command -->\n\nnew\n\n<!-- /one -->\nafter\n';
  expect(replaceSection(page, 'one', 'new\n')).toBe(replaced);
  expect(replaceSection(replaced, 'one', 'new')).toBe(replaced);
});

test('long lines of prose are wrapped, those of tables are not', () => {
  const row = `| ${'cell | '.repeat(40)}`;
  const item = `- ${'word '.repeat(60).trim()}`;
  const lines = replaceSection(page, 'one', `${'word '.repeat(60)}\n\n${row}\n\n${item}`).split('\n');
  expect(lines.filter((line) => line.length > 120)).toEqual([row]);
  expect(lines.filter((line) => line.startsWith('  word')).length).toBe(2);
  expect(lines.join(' ').match(/word/g)).toHaveLength(120);
});

test.each([
  ['another name', page],
  ['no end', '<!-- two: made by a command -->\n'],
  ['an end before its beginning', '<!-- /two -->\n<!-- two: made by a command -->\n'],
])('a page without a place for it is refused: %s', (_, text) => {
  expect(() => replaceSection(text, 'two', 'new')).toThrow(SectionMissingError);
});
