import { expect, test } from '@jest/globals';
import { benchmarks } from '../benchmarks.ts';
import { targets } from '../targets.ts';

test('every target names a benchmark that there is', () => {
  const names = new Set(Object.keys(benchmarks));
  expect(targets.map(({ benchmark }) => benchmark).filter((name) => !names.has(name))).toEqual([]);
});

test('every target has a bound', () => {
  for (const { what, atMost, atLeast } of targets)
    expect([what, atMost ?? atLeast]).toEqual([what, expect.any(Number)]);
});
