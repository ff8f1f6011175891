import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
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

test('a failing build reports Vite’s output, and leaves nothing behind', () => {
  write('main.js', 'import "./missing.js";');
  let failure: unknown;
  try {
    buildDashboard(options);
  } catch (error) {
    failure = error;
  }
  expect(failure).toBeInstanceOf(DashboardBuildError);
  expect(String(failure)).toMatch(/: The dashboard could not be built:\n[\s\S]*missing\.js/);
  expect(readdirSync(options.cache)).toEqual([]);
});

/** Takes Vite's place: it writes the sources into the output, and counts its runs. */
const fakeVite = `
  const { appendFileSync, cpSync } = require('node:fs');
  appendFileSync('../runs', 'run ');
  cpSync('main.js', process.argv[4] + '/main.js');`;

describe('when it builds', () => {
  const runs = () => readFileSync(join(folder, 'runs'), 'utf8');

  beforeEach(() => {
    rmSync(join(options.sources, 'node_modules', 'vite'));
    mkdirSync(join(options.sources, 'node_modules', 'vite', 'bin'), { recursive: true });
    write('node_modules/vite/package.json', '{}');
    write('node_modules/vite/bin/vite.js', fakeVite);
  });

  test('builds nothing twice: Vite runs once for the same sources and dependencies', () => {
    const built = buildDashboard(options);
    write('node_modules/anything.js', 'a dependency is known by the lock file');
    expect(buildDashboard(options)).toBe(built);
    expect(runs()).toBe('run ');
  });

  test('builds again when a source, a document or a dependency has changed', () => {
    const before = buildDashboard(options);
    write('main.js', 'document.title = "second";');
    const after = buildDashboard(options);
    const titles = [before, after].map((built) => readFileSync(join(built, 'main.js'), 'utf8'));
    expect(titles).toEqual([expect.stringContaining('first'), expect.stringContaining('second')]);
    writeFileSync(options.lockFile, '{"changed":true}');
    const later = buildDashboard(options);
    expect([before, after]).not.toContain(later);
    writeFileSync(join(folder, 'guide.md'), '# Other guide');
    expect([before, after, later]).not.toContain(buildDashboard(options));
    expect(runs()).toBe('run run run run ');
  });
});
