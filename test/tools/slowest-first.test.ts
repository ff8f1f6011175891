import { existsSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { slowestFirst, slowTests } from './slowest-first.ts';

test('every slow test exists', () => {
  expect(slowTests.filter((path) => !existsSync(path))).toEqual([]);
});

test('the slowest are first, and the others keep their order', () => {
  const [slowest = '', second = ''] = slowTests;
  expect(slowestFirst(['b', second, 'a', slowest], (path) => path)).toEqual([slowest, second, 'b', 'a']);
});
