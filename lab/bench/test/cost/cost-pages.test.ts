import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { reference } from '../../../../src/cost/shapes.ts';
import { costSections, dollarsPerMillion } from '../../cost/cost-pages.ts';
import { replaceSection } from '../../report-format.ts';

test('every page has today’s costs (npm run lab -- cost)', async () => {
  const sections = await costSections();
  const stale = sections.filter(({ name, page, text }) => {
    const current = readFileSync(page, 'utf8');
    return replaceSection(current, name, text) !== current;
  });
  expect(sections.length).toBeGreaterThan(5);
  expect(stale.map(({ name, page }) => `${page}: ${name}`)).toEqual([]);
});

test('a million calls cost at most $3.60 at 10 million a day, with four methods and a node of 25 ms', () => {
  expect(reference.name).toBe('10 million a day');
  expect(dollarsPerMillion(reference)).toBeLessThanOrEqual(3.6);
});
