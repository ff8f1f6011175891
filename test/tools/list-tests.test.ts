import { existsSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { listTests } from './list-tests.ts';

test('lists the chosen tests, also if jest is to write its results into a file', () => {
  const [listed, ...others] = listTests(['test/plans.test.ts', '--json', '--outputFile=results.json']);
  expect(listed).toMatch(/\/test\/plans\.test\.ts$/);
  expect(others).toEqual([]);
  expect(existsSync('results.json')).toBe(false);
});

test('lists none with arguments that jest refuses', () => {
  expect(listTests(['--config=no-such-file.json'])).toEqual([]);
});

test('lists the chosen tests, and ends, if jest is to watch them', () => {
  expect(listTests(['--watchAll', 'test/plans.test.ts'])).toEqual([expect.stringMatching(/\/test\/plans\.test\.ts$/)]);
});
