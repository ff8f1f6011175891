import { globSync, readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import * as v from 'valibot';
import { provenanceSchema, provenanceText } from '../../lab/bench/provenance.ts';
import { pages, tableRows } from './pages.ts';

const textOf = (page: string): string => readFileSync(page, 'utf8').replace(/\s+/g, ' ');
const resultsOf = (file: string) => JSON.parse(readFileSync(file, 'utf8'));

const resultFiles = globSync('lab/**/results/*.json');
const [benchmarks = ''] = globSync('lab/bench/results/*.json');

test.each(resultFiles)('%s says of which commit, date and command its figures are', (file) => {
  // One run, or several by their names.
  const runs = v.is(provenanceSchema, resultsOf(file)) ? [resultsOf(file)] : Object.values(resultsOf(file));
  expect(runs.length).toBeGreaterThan(0);
  for (const run of runs) expect(v.safeParse(provenanceSchema, run).issues).toBeUndefined();
});

test('the tables of figures and targets name the run of each figure', () => {
  const runs = v.parse(v.record(v.string(), provenanceSchema), resultsOf(benchmarks));
  const targets = tableRows('docs/performance.md').filter((cells) => /^[≤≥]/.test(cells[1] ?? ''));
  expect(targets.length).toBeGreaterThan(15);
  const texts = Object.values(runs).map(provenanceText);
  expect(targets.filter((cells) => !texts.includes(cells.at(-1) ?? ''))).toEqual([]);
  for (const run of Object.values(runs)) expect(textOf('lab/bench/results/figures.md')).toContain(provenanceText(run));
});

/** Of measurements: npm run lab -- cost computes, and a test of its own compares. */
const sections = pages.flatMap((page) =>
  [...textOf(page).matchAll(/<!-- ([\w-]+): made by npm run lab -- (?!cost )[^>]*-->(.*?)<!-- \/\1 -->/g)].map(
    ([, name = '', text = '']) => ({ page, name, text }),
  ),
);

test.each(sections)('$page: the section $name names its run', ({ text }) => {
  expect(text).toMatch(/`npm run lab -- [^`]+`, \d{4}-\d\d-\d\d, commits? [0-9a-f]{8}/);
});

test('all generated sections are looked at', () => {
  expect(sections.length).toBeGreaterThan(8);
});

test('docs/usage-plans.md says from which load to which Sluice is cheaper, as the cost page does', () => {
  const range = /[\d.]+ to [\d.]+ million calls a day, by at most [\d.]+ %, and never with nodes of \d+ ms or more/;
  const [computed = 'no range'] = range.exec(textOf('lab/bench/results/cost.md')) ?? [];
  expect(textOf('docs/usage-plans.md')).toContain(computed);
});
