import { describe, expect, test } from '@jest/globals';
import { benchmarks } from '../benchmarks.ts';
import { figureReport, targetReport } from '../report.ts';
import { details } from '../report-format.ts';
import { figure, resultOf } from './result.ts';

const target = { what: 'a bound', atMost: 2, unit: 'units', benchmark: 'one', figures: 'units', unmet: 'It is hard.' };
const reportOf = (median: number) => targetReport({ one: resultOf({ figures: [figure('units', median)] }) }, [target]);

describe('the table of targets', () => {
  test('shows a target that holds with its bound and what was measured, and explains nothing', () => {
    expect(reportOf(2)).toMatch(
      /\| a bound \| ≤ 2 units \| 2 \| yes \| `npm run lab -- bench one`, 2026-11-20, commit 0123abcd \|$/,
    );
  });

  test('shows a target that does not hold as such, and explains it', () => {
    expect(reportOf(2.1)).toMatch(
      /\| a bound \| ≤ 2 units \| 2.1 \| \*\*no\*\* \| .*commit 0123abcd \|\n\n- \*a bound\*: It is hard.$/,
    );
  });

  test('says so where nobody has explained it', () => {
    const { unmet: _, ...unexplained } = target;
    const results = { one: resultOf({ figures: [figure('units', 3)] }) };
    expect(targetReport(results, [unexplained])).toMatch(/- \*a bound\*: not explained yet.$/);
  });

  test('shows a target that nobody has measured as such', () => {
    expect(targetReport({}, [target])).toMatch(/\| a bound \| ≤ 2 units \| not measured yet \| {2}\| {2}\|$/);
  });
});

describe('the figures', () => {
  test('of the benchmarks named are shown, in their order, with their lowest and highest round', () => {
    const text = figureReport({ one: resultOf(), two: resultOf({ title: 'Another' }), three: resultOf() }, [
      'two',
      'one',
    ]);
    expect(text.match(/^## .*$/gm)).toEqual(['## Another', '## A title']);
    expect(text).toContain('| a figure | 2 | 1 | 3 | ms |');
    expect(text).toContain(
      '`npm run lab -- bench one`, 2026-11-20, commit 0123abcd, 2 cores of A processor, Node v24.0.0, load 0.5 at the start.',
    );
  });

  test('that are details are left out', () => {
    const figures = [figure('authorizer', 60), figure('authorizer, INIT', 30)];
    const text = figureReport({ 'cold-start': resultOf({ figures }) }, ['cold-start']);
    expect(text).toContain('| authorizer | 60 |');
    expect(text).not.toContain('INIT');
  });

  test('are details of benchmarks that there are', () => {
    expect(Object.keys(details).filter((name) => !(name in benchmarks))).toEqual([]);
  });
});
