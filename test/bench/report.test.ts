import { expect, test } from '@jest/globals';
import { report } from '../../bench/report.ts';
import { figure, resultOf } from './result.ts';

const target = { what: 'a bound', atMost: 2, unit: 'units', benchmark: 'one', figures: 'units' };
const reportOf = (median: number) =>
  report({ one: resultOf({ figures: [figure('units', median)] }) }, [target], ['one']);

test('a target that holds is shown with its bound and what was measured', () => {
  expect(reportOf(2)).toContain('| a bound | ≤ 2 units | 2 | yes |');
});

test('a target that does not hold is shown as such', () => {
  expect(reportOf(2.1)).toContain('| a bound | ≤ 2 units | 2.1 | **no** |');
});

test('a target that nobody has measured is shown as such', () => {
  expect(report({}, [target], [])).toContain('| a bound | ≤ 2 units | not measured yet |  |');
});

test('every figure of the benchmarks named is shown, in their order, with its lowest and highest round', () => {
  const text = report({ one: resultOf(), two: resultOf({ title: 'Another' }), three: resultOf() }, [], ['two', 'one']);
  expect(text.match(/^### .*$/gm)).toEqual(['### Another', '### A title']);
  expect(text).toContain('| a figure | 2 | 1 | 3 | ms |');
  expect(text).toContain(
    '`npm run bench -- two`, 2026-11-20, 2 cores of A processor, Node v24.0.0, load 0.5 at the start.',
  );
});
