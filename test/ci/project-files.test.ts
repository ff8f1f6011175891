import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import semver from 'semver';
import { tableRows } from '../docs/pages.ts';

const text = (path: string) => readFileSync(path, 'utf8');
const { version, workspaces } = JSON.parse(text('package.json'));

test('SECURITY.md names the minor version in package.json as the one that gets fixes', () => {
  const supported = tableRows('SECURITY.md').filter(([, fixes]) => fixes === 'yes');
  expect(supported.map(([versions]) => versions)).toEqual([version.replace(/\d+$/, 'x')]);
});

test('every package has the version of the repository', () => {
  const versions = workspaces.map((folder: string) => [folder, JSON.parse(text(`${folder}/package.json`)).version]);
  expect(versions).toEqual(workspaces.map((folder: string) => [folder, version]));
});

test('every path in CODEOWNERS exists and has an owner', () => {
  const rules = text('.github/CODEOWNERS').match(/^[^#\n].*$/gm) ?? [];
  expect(rules.length).toBeGreaterThan(0);
  for (const rule of rules) {
    const [pattern = '', ...owners] = rule.split(/\s+/);
    expect([pattern, pattern === '*' || existsSync(`.${pattern}`)]).toEqual([pattern, true]);
    expect(owners.every((owner) => /^@[\w-]+(\/[\w-]+)?$/.test(owner)) && owners.length > 0).toBe(true);
  }
});

test('every package of the lock file runs on the oldest Node of package.json: npm ci warns of none', () => {
  const { engines } = JSON.parse(readFileSync('package.json', 'utf8'));
  const oldest = semver.minVersion(engines.node)?.version ?? '';
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8'));
  const tooNew = Object.entries<{ engines?: { node?: string } }>(packages).filter(
    ([, { engines: needed }]) => needed?.node !== undefined && !semver.satisfies(oldest, needed.node),
  );
  expect(tooNew.map(([path, { engines: needed }]) => `${path} needs Node ${needed?.node}`)).toEqual([]);
  expect(readFileSync('README.md', 'utf8')).toContain(`You need Node ${oldest} or later`);
});

describe('Node for npm scripts', () => {
  const { optionalDependencies, engines } = JSON.parse(text('package.json'));
  const { packages } = JSON.parse(text('package-lock.json'));
  const names = Object.keys(optionalDependencies).filter((name) => name.startsWith('node-'));

  // npm writes a lock file without the packages of other platforms (npm/cli#4828).
  test.each(names)(
    '%s is locked by its hash, in an exact version that runs everything, without an install script',
    (name) => {
      const locked = packages[`node_modules/${name}`];
      expect(locked).toMatchObject({
        version: optionalDependencies[name],
        integrity: expect.stringMatching(/^sha512-/),
      });
      expect(locked).not.toHaveProperty('hasInstallScript');
      expect(semver.satisfies(locked.version, engines.node)).toBe(true);
    },
  );

  test('is there for the machines of the README’s table, and from nowhere else', () => {
    const machines = names.map(
      (name) => `${packages[`node_modules/${name}`].os} ${packages[`node_modules/${name}`].cpu}`,
    );
    expect(machines.toSorted()).toEqual(['darwin x64', 'linux arm64', 'linux x64', 'win32 x64']);
    expect(packages).not.toHaveProperty('node_modules/node');
  });

  test.each([
    ['20.20.2', 1],
    ['22.22.1', 1],
    ['22.22.2', 0],
    ['24.0.0', 0],
  ])('version %s ends npm ci with %i', (version, status) => {
    const pretend = `Object.defineProperty(process.versions, 'node', { value: '${version}' }); await import('./.ci/check-node.js')`;
    const ended = spawnSync(process.execPath, ['--input-type=module', '--eval', pretend], { encoding: 'utf8' });
    expect(ended.status).toBe(status);
    if (status === 1)
      expect(ended.stderr).toMatch(/^Node \S+ is too old, and npm has no newer one for .+ Install Node 22\.22\.2/);
  });
});
