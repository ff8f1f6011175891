import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@jest/globals';
import { benchmarks } from './bench/benchmarks.ts';
import { commands } from './commands.ts';

const run = (...args: string[]) =>
  spawnSync(process.execPath, [fileURLToPath(new URL('run.ts', import.meta.url)), ...args], { encoding: 'utf8' });

test.each([
  ['without a name', [], /^Usage: npm run lab -- NAME/],
  ['with an unknown name', ['benhc'], /^There is no "benhc"\./],
  ['with a name that every object has', ['constructor'], /^There is no "constructor"\./],
])('%s, it lists all programs and fails', (_, args, message) => {
  const { status, stdout, stderr } = run(...args);
  expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
  expect(stderr).toMatch(message);
  for (const name of Object.keys(commands)) expect(stderr).toContain(`  ${name} `);
});

test('with --help, it lists them and succeeds', () => {
  expect(run('--help')).toMatchObject({ status: 0, stdout: expect.stringContaining('  bench '), stderr: '' });
});

test('a program gets the arguments behind its name', () => {
  expect(run('chaos', '--help')).toMatchObject({
    status: 0,
    stdout: expect.stringContaining('npm run lab -- chaos [PART…]'),
  });
});

test('an unknown benchmark is one sentence with the names, before any of them runs', () => {
  const { status, stdout, stderr } = run('bench', 'tally', 'nonsense');
  expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
  expect(stderr).toBe(`There is no benchmark "nonsense". There are: ${Object.keys(benchmarks).join(', ')}.\n`);
});
