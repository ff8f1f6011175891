import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { afterAll, describe, expect, test } from '@jest/globals';

const jest = createRequire(import.meta.url).resolve('jest/bin/jest');
const runner = fileURLToPath(new URL('shared-modules-runner.js', import.meta.url));

const bareNode = fileURLToPath(new URL('../support/bare-node.ts', import.meta.url));

const folder = mkdtempSync(join(tmpdir(), 'sluice-runner-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Runs Jest with our runner and two workers on test files, of which the named module is loaded first in each process. */
function runTests(
  name: string,
  files: Readonly<Record<string, string>>,
  env: NodeJS.ProcessEnv = {},
  workers = ['--maxWorkers', '2'],
) {
  for (const [file, code] of Object.entries(files)) writeFileSync(join(folder, file), code);
  const config = JSON.stringify({
    rootDir: folder,
    runner,
    setupFiles: [bareNode],
    transform: {},
    testMatch: [`<rootDir>/${name}-*.test.mjs`],
  });
  return spawnSync(process.execPath, [jest, '--config', config, ...workers, '--watchman=false'], {
    encoding: 'utf8',
    // The number of the worker that runs this test.
    env: { ...process.env, TINYPOOL_WORKER_ID: undefined, ...env },
    // Against hangs only.
    timeout: 120_000,
    killSignal: 'SIGKILL',
  });
}

test('a worker that starts after another has run its test gets its configuration, too', () => {
  const first = JSON.stringify(join(folder, 'first'));
  const code = `import { writeFileSync } from 'node:fs'; test('runs', () => writeFileSync(${first}, ''));`;
  const preload = join(folder, 'late-worker.mjs');
  writeFileSync(
    preload,
    `import { existsSync } from 'node:fs';
    if (process.env.TINYPOOL_WORKER_ID === '2')
      while (!existsSync(${first})) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20);`,
  );
  const env = { NODE_OPTIONS: `--import=${pathToFileURL(preload)}` };
  const { status, stderr } = runTests('late', { 'late-1.test.mjs': code, 'late-2.test.mjs': code }, env);
  expect({ status, stderr }).toEqual({ status: 0, stderr: expect.stringContaining('Tests:       2 passed') });
});

test('a file that ends its process fails, and the files after it run in another one', () => {
  const passing = "test('runs', () => {});";
  const { status, stderr } = runTests('ending', {
    'ending-1.test.mjs': "test('ends', () => process.exit(1));",
    ...Object.fromEntries([2, 3, 4, 5, 6].map((number) => [`ending-${number}.test.mjs`, passing])),
  });
  expect({ status, stderr }).toEqual({ status: 1, stderr: expect.stringContaining('1 failed, 5 passed, 6 total') });
});

test('a file that hangs is named, and its process is ended', async () => {
  const pid = join(folder, 'pid');
  const code = `import { writeFileSync } from 'node:fs';
    test('hangs', () => { writeFileSync(${JSON.stringify(pid)}, String(process.pid)); for (;;); });`;
  const { status, stderr } = runTests('hanging', { 'hanging-1.test.mjs': code }, { MINUTES_PER_FILE: '0.05' });
  expect({ status, stderr }).toEqual({
    status: 1,
    stderr: expect.stringMatching(/hanging-1\.test\.mjs has not ended/),
  });
  // It may be a zombie for a while: nobody has asked for its exit code.
  const state = () => spawnSync('ps', ['-o', 'stat=', '-p', readFileSync(pid, 'utf8')], { encoding: 'utf8' }).stdout;
  // On a busy machine it is ended before it begins.
  while (existsSync(pid) && state().startsWith('R')) await new Promise(setImmediate);
});

describe('a test that exceeds its own time limit fails, with its name, file and line, and the others run', () => {
  const passing = "test('runs', () => {});";

  test('if it waits for ever', () => {
    const file = `// Line 1.\n${passing}\ntest('waits', async () => { await new Promise(() => {}); }, 300);\n`;
    const { status, stderr } = runTests('waiting', { 'waiting-1.test.mjs': file });
    expect(status).toBe(1);
    expect(stderr).toContain(`The test “waits” has not ended after 300 ms.\n        at waiting-1.test.mjs:3:1\n`);
    expect(stderr).toContain('Tests:       1 failed, 1 passed, 2 total');
  });

  test('if it blocks its process', () => {
    const file = "// Line 1.\ntest('loops', () => { for (;;); }, 300);\n";
    const { status, stderr } = runTests('loop', { 'loop-1.test.mjs': file, 'loop-2.test.mjs': passing });
    expect(status).toBe(1);
    expect(stderr).toContain('The test “loops” has not ended after 300 ms.');
    expect(stderr).toMatch(/at .*loop-1\.test\.mjs:2:1/);
    expect(stderr).toContain('Tests:       1 passed, 1 total');
  });
});
