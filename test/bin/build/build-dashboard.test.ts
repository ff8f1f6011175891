import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { type BuildOptions, buildDashboard, DashboardBuildError } from '../../../bin/build/build-dashboard.ts';

const repository = fileURLToPath(new URL('../../..', import.meta.url));

let folder: string;
let options: BuildOptions;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sluice-build-'));
  options = {
    sources: join(folder, 'app'),
    documents: [join(folder, 'guide.md')],
    lockFile: join(folder, 'lock.json'),
    cache: join(folder, 'cache'),
  };
  mkdirSync(join(options.sources, 'node_modules'), { recursive: true });
  symlinkSync(join(repository, 'node_modules', 'vite'), join(options.sources, 'node_modules', 'vite'));
  write('package.json', '{"type":"module"}');
  write('index.html', '<!doctype html><script type="module" src="/main.js"></script>');
  write('main.js', 'document.title = "first";');
  writeFileSync(options.lockFile, '{}');
  writeFileSync(join(folder, 'guide.md'), '# Guide');
});
afterEach(() => rmSync(folder, { recursive: true }));

const write = (name: string, content: string) => writeFileSync(join(options.sources, name), content);
const scriptIn = (built: string): string => {
  const [name = ''] = readdirSync(join(built, 'assets'));
  return readFileSync(join(built, 'assets', name), 'utf8');
};

test('builds the sources into static files', () => {
  const built = buildDashboard(options);
  expect(readFileSync(join(built, 'index.html'), 'utf8')).toMatch(/src="\/assets\/index-[\w-]+\.js"/);
  expect(scriptIn(built)).toContain('first');
});

test('builds nothing twice: Vite runs once for the same sources and dependencies', () => {
  const runs = join(folder, 'runs');
  write('vite.config.js', `require('node:fs').appendFileSync(${JSON.stringify(runs)}, 'run ');`);
  write('package.json', '{}');
  const built = buildDashboard(options);
  write('node_modules/anything.js', 'a dependency is known by the lock file');
  expect(buildDashboard(options)).toBe(built);
  expect(readFileSync(runs, 'utf8')).toBe('run ');
});

test('builds again when a source, a document or a dependency has changed', () => {
  const before = buildDashboard(options);
  write('main.js', 'document.title = "second";');
  const after = buildDashboard(options);
  expect([scriptIn(before), scriptIn(after)]).toEqual([
    expect.stringContaining('first'),
    expect.stringContaining('second'),
  ]);
  writeFileSync(options.lockFile, '{"changed":true}');
  const later = buildDashboard(options);
  expect([before, after]).not.toContain(later);
  writeFileSync(join(folder, 'guide.md'), '# Other guide');
  expect([before, after, later]).not.toContain(buildDashboard(options));
});

test('several processes build at once without harm, and leave one folder', async () => {
  const call = `import(${JSON.stringify(join(repository, 'bin/build/build-dashboard.ts'))}).then((module) =>
    console.log(module.buildDashboard(${JSON.stringify(options)})))`;
  const run = () => promisify(execFile)(process.execPath, ['--input-type=module', '--eval', call]);
  const [one, other] = await Promise.all([run(), run()]);
  expect(one.stdout).toBe(other.stdout);
  expect(readdirSync(options.cache)).toEqual([one.stdout.trim().split('/').at(-1)]);
  expect(scriptIn(one.stdout.trim())).toContain('first');
});

test('a failing build reports Vite’s output, and leaves nothing behind', () => {
  write('main.js', 'import "./missing.js";');
  const attempt = () => buildDashboard(options);
  expect(attempt).toThrow(DashboardBuildError);
  expect(attempt).toThrow(/^The dashboard could not be built:\n/);
  expect(attempt).toThrow('missing.js');
  expect(readdirSync(options.cache)).toEqual([]);
});
