import { existsSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { listTests } from './list-tests.ts';

test.each([[[]], [['--json', '--outputFile=results.json']]])('lists the chosen tests, with %j too', (more) => {
  const [listed, ...others] = listTests(['test/plans.test.ts', ...more]);
  expect(listed).toMatch(/\/test\/plans\.test\.ts$/);
  expect(others).toEqual([]);
  expect(existsSync('results.json')).toBe(false);
});

test('lists none with arguments that jest refuses', () => {
  expect(listTests(['--config=no-such-file.json'])).toEqual([]);
});
