import { readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { tableRows } from './pages.ts';

const page = 'docs/comparison.md';
const content = readFileSync(page, 'utf8');
const rows = tableRows(page);
const [products = [], ...comparison] = rows.filter((cells) => cells.length === 8 && !cells[1]?.startsWith('---'));
const sources = rows.filter((cells) => cells.length === 4 && /^[A-Z]\d+$/.test(cells[0] ?? ''));

/** The ids that a text cites: `[U1, U3]`. */
const citedIn = (text: string): string[] =>
  [...text.matchAll(/\[([A-Z]\d+(?:, [A-Z]\d+)*)\]/g)].flatMap(([, ids = '']) => ids.split(', '));

const linksToUs = (text: string): boolean => /\]\((?!https?:)[^)]+\)/.test(text);

/** The list items of a section, each on one line. */
const itemsOf = (heading: string): string[] => {
  const section = content.split(/^## /m).find((text) => text.startsWith(`${heading}\n`)) ?? '';
  return section
    .replace(/\n {2}/g, ' ')
    .split('\n')
    .filter((line) => line.startsWith('- '));
};

const others = ['API Gateway usage plans', 'Unkey', 'eRPC', 'Kong', 'QuickNode', 'Helius'];

test('the table compares Sluice with all six products', () => {
  expect(products).toEqual(['', 'Sluice', ...others]);
  expect(comparison.length).toBeGreaterThan(12);
});

test.each(comparison)(
  '%s: a page or test of ours proves what Sluice does, and a source what the others do',
  (...row) => {
    const [, sluice = '', ...cells] = row;
    expect(linksToUs(sluice)).toBe(true);
    expect(cells.filter((cell) => cell !== 'not stated' && citedIn(cell).length === 0)).toEqual([]);
  },
);

describe.each(others)('%s', (product) => {
  test('has its own section: where each of the two is better, and when to choose the product', () => {
    const beginnings = itemsOf(product).map((item) => /\*\*(.*?)\*\*/.exec(item)?.[1]);
    expect(beginnings).toEqual(['Better than Sluice:', 'Sluice is better:', 'Choose it if']);
  });

  test('has sources for its advantages, and sources and pages of ours for those of Sluice', () => {
    const [better = '', worse = ''] = itemsOf(product);
    expect(citedIn(better)).not.toEqual([]);
    expect(citedIn(worse)).not.toEqual([]);
    expect(linksToUs(worse)).toBe(true);
  });
});

test('each thing that Sluice does not do has a page that says so', () => {
  const items = itemsOf('What Sluice does not do');
  expect(items.length).toBeGreaterThan(8);
  expect(items.filter((item) => !linksToUs(item))).toEqual([]);
});

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
