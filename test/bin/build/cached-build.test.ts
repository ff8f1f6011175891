import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect, test } from '@jest/globals';
import { withLock } from '../../../bin/build/lock.ts';

const folder = mkdtempSync(join(tmpdir(), 'sluice-cached-'));
afterAll(() => rmSync(folder, { recursive: true }));

const cachedBuild = JSON.stringify(import.meta.resolve('../../../bin/build/cached-build.ts'));

/** A build that takes half a second, as Vite's does, so that the other process asks meanwhile. */
const program = (cache: string, input: string) => `
  import { appendFileSync } from 'node:fs';
  import { execFileSync } from 'node:child_process';
  import { cachedBuild } from ${cachedBuild};
  console.log(cachedBuild({ inputs: [${JSON.stringify(input)}], cache: ${JSON.stringify(cache)}, build(folder) {
    appendFileSync(${JSON.stringify(input)} + '.runs', 'run ');
    execFileSync(process.execPath, ['-e', 'setTimeout(() => {}, 500)']);
    appendFileSync(folder + '/output', 'built');
  } }));`;

test('of several processes that ask for the same at the same time one builds, and the others get its output', async () => {
  const [cache, input] = [join(folder, 'cache'), join(folder, 'input')];
  writeFileSync(input, 'source');
  const args = ['--input-type=module', '--eval', program(cache, input)];
  const run = () => promisify(execFile)(process.execPath, args);
  const outputs = (await Promise.all([run(), run()])).map(({ stdout }) => stdout.trim());
  expect(readFileSync(`${input}.runs`, 'utf8')).toBe('run ');
  expect(outputs.map((output) => readFileSync(join(output, 'output'), 'utf8'))).toEqual(['built', 'built']);
  expect(readdirSync(cache)).toEqual([outputs[0]?.split('/').at(-1)]);
});

test('the lock of a process that was killed holds nobody up, and that of an error is given up', () => {
  const lock = join(folder, 'lock');
  // Linux numbers no process so high.
  writeFileSync(lock, '99999999');
  const failing = () =>
    withLock(lock, () => {
      throw new Error('failed');
    });
  expect(failing).toThrow('failed');
  expect(withLock(lock, () => 'done')).toBe('done');
});
