import { execFile } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect, test } from '@jest/globals';
import { cachedBuild as buildOnce } from '../../../bin/build/cached-build.ts';
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

test.each([
  ['whose number another process has now', process.ppid, 301],
  ['that could not write its number, because the disk was full', '', 301],
  ['whose number this process has, in a container that was started again', process.pid, 0],
])('the lock of a process %s holds nobody up for longer than a build takes', (_, text, ageSeconds) => {
  const lock = join(folder, 'old-lock');
  writeFileSync(lock, String(text));
  const written = Date.now() / 1_000 - ageSeconds;
  utimesSync(lock, written, written);
  expect(withLock(lock, () => 'done')).toBe('done');
});

test('two processes that build the same at once, because a lock was left behind, both get an output', () => {
  const [cache, input] = [join(folder, 'raced'), join(folder, 'raced-input')];
  writeFileSync(input, 'source');
  const built = (within: () => void) =>
    buildOnce({
      inputs: [input],
      cache,
      build(output) {
        within();
        writeFileSync(join(output, 'output'), 'built');
      },
    });
  const other = () => {
    for (const lock of readdirSync(cache).filter((name) => name.endsWith('.lock'))) rmSync(join(cache, lock));
    built(() => {});
  };
  expect(readFileSync(join(built(other), 'output'), 'utf8')).toBe('built');
});

test('a changed, renamed or new file in a folder is built again, but no package, no output of a build and no lock of an editor', () => {
  const [cache, input] = [join(folder, 'states'), join(folder, 'sources')];
  const write = (file: string, text: string) => {
    mkdirSync(dirname(join(input, file)), { recursive: true });
    writeFileSync(join(input, file), text);
  };
  const output = () => buildOnce({ inputs: [input], cache, build: () => {} });
  write('page/one.ts', 'first');
  const outputs = [output()];
  write('page/one.ts', 'other');
  outputs.push(output());
  renameSync(join(input, 'page/one.ts'), join(input, 'page/two.ts'));
  outputs.push(output());
  write('page/three.ts', '');
  outputs.push(output());
  expect(new Set(outputs).size).toBe(4);
  write('page/dist/index.js', 'built');
  write('node_modules/package/index.js', 'installed');
  // As Emacs locks a file that is not saved.
  symlinkSync('ada@host.1234', join(input, 'page/.#one.ts'));
  expect(output()).toBe(outputs[3]);
});

test('a checkout that cannot be written gets its builds in the home folder, and everybody can read a build', () => {
  const home = join(folder, 'home');
  const [cache, input] = [join(folder, 'source-of-the-other', 'cache'), join(folder, 'source-of-the-other')];
  writeFileSync(input, 'source');
  const before = process.env;
  process.env = { ...before, HOME: home };
  try {
    const built = buildOnce({ inputs: [input], cache, build: (into) => writeFileSync(join(into, 'output'), 'built') });
    expect(dirname(built)).toBe(join(home, '.cache/sluice/cache'));
    expect(statSync(built).mode & 0o777).toBe(0o755);
  } finally {
    process.env = before;
  }
});
