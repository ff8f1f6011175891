import { expect, test } from '@jest/globals';
import { type Judged, scoreOf } from './score.ts';

const mutants = (status: Judged['status'], count: number, statusReason = '') =>
  Array.from({ length: count }, () => ({ status, statusReason }));

test('a mutant counts as noticed when a test fails or does not end, and as alive when no test reaches it, too', () => {
  const all = [
    ...mutants('Killed', 14, 'expect(received).toBe(expected)'),
    ...mutants('Killed', 1, 'Error: thrown: "Exceeded timeout of 5010 ms for a test.'),
    ...mutants('Timeout', 2),
    ...mutants('Survived', 2),
    ...mutants('NoCoverage', 1),
  ];
  expect(scoreOf(all)).toEqual({ killed: 14, timedOut: 3, survived: 2, unreached: 1, percent: 85 });
});

test('a mutant that no module could be loaded with counts nowhere', () => {
  expect(scoreOf([...mutants('Killed', 1), ...mutants('RuntimeError', 3)])).toMatchObject({ killed: 1, percent: 100 });
});
