import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { tableRows } from './pages.ts';

const page = 'docs/comparison.md';
const content = readFileSync(page, 'utf8');
const rows = tableRows(page);
const comparison = rows.filter((cells) => cells.length === 8 && !cells[1]?.startsWith('---')).slice(1);
const sources = rows.filter((cells) => cells.length === 4 && /^[A-Z]\d+$/.test(cells[0] ?? ''));

/** The ids that a text cites: `[U1, U3]`. */
const citedIn = (text: string): string[] =>
  [...text.matchAll(/\[([A-Z]\d+(?:, [A-Z]\d+)*)\]/g)].flatMap(([, ids = '']) => ids.split(', '));

test.each(comparison)(
  '%s: a page or test of ours proves what Sluice does, and a source what the others do',
  (...row) => {
    const [, sluice = '', ...cells] = row;
    expect(sluice).toMatch(/\]\((?!https?:)[^)]+\)/);
    expect(cells.filter((cell) => cell !== 'not stated' && citedIn(cell).length === 0)).toEqual([]);
  },
);

test.each(sources)(
  'source %s has an address, its state, and a day on which it was read',
  (_id, source, state, readOn) => {
    expect(source).toMatch(/^\[[^\]]+\]\(https:\/\/\S+\)$/);
    expect(state).toMatch(/\d{4}|without a date/);
    expect(new Date(readOn).toISOString().slice(0, 10)).toBe(readOn);
    expect(Date.parse(readOn)).toBeLessThanOrEqual(Date.now());
  },
);

test('every source is cited, and every citation has a source', () => {
  expect([...new Set(citedIn(content))].sort()).toEqual(sources.map(([id]) => id).sort());
});
