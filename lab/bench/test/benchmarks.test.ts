import { expect, test } from '@jest/globals';
import { benchmarks } from '../benchmarks.ts';
import { targets } from '../targets.ts';

test('every target names a benchmark that there is, or what npm run lab -- cost reckons from them', () => {
  const names = new Set([...Object.keys(benchmarks), 'cost']);
  expect(targets.map(({ benchmark }) => benchmark).filter((name) => !names.has(name))).toEqual([]);
});

test('every target has a bound', () => {
  for (const { what, atMost, atLeast } of targets)
    expect([what, atMost ?? atLeast]).toEqual([what, expect.any(Number)]);
});
