import { existsSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { slowestFirst, slowTests, startingMany } from './slowest-first.ts';

test('every test that runs before others exists', () => {
  expect([...startingMany, ...slowTests].filter((path) => !existsSync(path))).toEqual([]);
});

test('tests that start many processes are first, then the slowest, and the others keep their order', () => {
  const [slowest = '', second = ''] = slowTests;
  const [starting = ''] = startingMany;
  const sorted = slowestFirst(['b', second, 'a', slowest, starting], (path) => path);
  expect(sorted).toEqual([starting, slowest, second, 'b', 'a']);
});
