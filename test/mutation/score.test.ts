import { expect, test } from '@jest/globals';
import type { Mutant } from './mutate.ts';
import { scoreOf } from './score.ts';

const mutants = (status: Mutant['status'], count: number) => Array.from({ length: count }, () => ({ status }));

test('a mutant counts as noticed when a test fails or does not end, and as alive when no test reaches it, too', () => {
  const all = [
    ...mutants('Killed', 15),
    ...mutants('Timeout', 2),
    ...mutants('Survived', 2),
    ...mutants('NoCoverage', 1),
  ];
  expect(scoreOf(all)).toEqual({ killed: 15, timedOut: 2, survived: 2, unreached: 1, percent: 85 });
});

test('a mutant that no module could be loaded with counts nowhere', () => {
  expect(scoreOf([...mutants('Killed', 1), ...mutants('RuntimeError', 3)])).toMatchObject({ killed: 1, percent: 100 });
});
