import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { functionSources } from '../../lib/functions/function-sources.ts';
import { packedPackage } from './packed.ts';

const repository = fileURLToPath(new URL('../..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'sluice-tarball-'));
afterAll(() => rmSync(folder, { recursive: true }));

let tarball: string;
let files: string[];
const read = (path: string): string => readFileSync(join(folder, 'package', path), 'utf8');

beforeAll(() => {
  tarball = packedPackage();
  expect(spawnSync('tar', ['-xzf', tarball, '-C', folder]).status).toBe(0);
  files = readdirSync(join(folder, 'package'), { encoding: 'utf8', recursive: true })
    .filter((path) => statSync(join(folder, 'package', path)).isFile())
    .sort();
});

/** What the tarball may contain. */
const agreed = [
  /^(package\.json|README\.md|LICENSE|NOTICE|THIRD-PARTY-NOTICES\.txt)$/,
  /^dist\/src\/cost\/measured-figures\.json$/,
  /^dist\/(lib|src)\/([\w-]+\/)*[\w-]+\.(js|d\.ts)$/,
  /^dist\/packages\/construct\/(bin|operator|proxy)\/[\w-]+\.(js|d\.ts)$/,
  /^dist\/packages\/construct\/chunks\/[\w-]+\.js$/,
  /^dist\/docs\/[\w-]+\.md$/,
  /^dist\/artifacts\/functions\/[\w-]+\/index\.m?js$/,
  /^dist\/artifacts\/dashboard\/(index\.html|favicon\.svg|theme\.js|(llms|robots)\.txt|(openapi|reference)\.json|third-party-notices\.txt)$/,
  /^dist\/artifacts\/dashboard\/docs\/[\w-]+\.(md|json|mjs)$/,
  /^dist\/artifacts\/dashboard\/assets\/[\w.-]+\.(js|css|svg|woff2)$/,
];

test('contains compiled code with its types, the functions, the dashboard, docs and licences: nothing else', () => {
  expect(files.filter((path) => !agreed.some((pattern) => pattern.test(path)))).toEqual([]);
  for (const pattern of agreed) expect(files.some((path) => pattern.test(path))).toBe(true);
  const bundles = Object.entries(functionSources).map(
    ([name, { format }]) => `dist/artifacts/functions/${name}/index.${format === 'esm' ? 'mjs' : 'js'}`,
  );
  expect(files).toEqual(
    expect.arrayContaining([...bundles, 'dist/lib/index.d.ts', 'dist/lib/dashboard/spa-fallback.js']),
  );
});

test('has at most 3 MB, unpacked 10.6 MB', () => {
  const unpacked = files.reduce((sum, path) => sum + statSync(join(folder, 'package', path)).size, 0);
  const sizes = { packed: statSync(tarball).size, unpacked, files: files.length };
  process.stdout.write(`The npm package: ${JSON.stringify(sizes)}\n`);
  expect(sizes.packed).toBeLessThan(3_000_000);
  expect(sizes.unpacked).toBeLessThan(10_600_000);
});

test('names no path of this machine and contains no secret', () => {
  const suspicious = [repository.replace(/\/$/, ''), `${homedir()}/`, `${tmpdir()}/`, 'file:///'];
  const secrets =
    /AKIA[0-9A-Z]{16}|-----BEGIN [A-Z ]*PRIVATE KEY|npm_[A-Za-z0-9]{36}|gh[pousr]_[A-Za-z0-9]{36}|sourceMappingURL=/;
  for (const path of files) {
    const content = read(path);
    expect([path, suspicious.filter((text) => content.includes(text))]).toEqual([path, []]);
    expect([path, secrets.exec(content)?.[0]]).toEqual([path, undefined]);
  }
});

test('has every page that a message, an alarm or a comment names', () => {
  const code = files.filter((path) => /^dist\/(lib|src)\/.*\.js$/.test(path)).map(read);
  const named = new Set(code.flatMap((text) => [...text.matchAll(/\bdocs\/[\w-]+\.md/g)].map(([page]) => page)));
  expect(named.size).toBeGreaterThan(5);
  expect([...named].filter((page) => !files.includes(`dist/${page}`))).toEqual([]);
});

describe('the declarations', () => {
  test('import what the package has, and packages that it asks for: the compiler takes anything else for any', () => {
    const { dependencies, peerDependencies } = JSON.parse(read('package.json'));
    const asked = Object.keys({ ...dependencies, ...peerDependencies });
    const imports = files
      .filter((path) => /^dist\/(lib|src)\/.*\.d\.ts$/.test(path))
      .flatMap((path) =>
        [...read(path).matchAll(/\b(?:from|import)\b\s*\(?'([^']+)'/g)].map(([, name = '']) => [path, name]),
      );
    const missing = imports.filter(([path = '', name = '']) =>
      name.startsWith('.')
        ? !files.includes(join(dirname(path), name.replace(/\.[jt]s$/, '.d.ts')))
        : !asked.some((each) => name === each || name.startsWith(`${each}/`)),
    );
    expect(imports.length).toBeGreaterThan(100);
    expect(missing).toEqual([]);
  });

  test('keep the comments that an editor shows', () => {
    expect(read('dist/lib/sluice.d.ts')).toContain('/** One instance of Sluice in a stack:');
    expect(read('dist/lib/settings/settings.d.ts')).toContain('What customers read in the dashboard and in mails.');
  });
});

describe('the manifest', () => {
  const manifest = () => JSON.parse(read('package.json'));

  test('asks for the CDK as a peer, and for what the compiled code imports: nothing else', () => {
    const code = files.filter((path) => /^dist\/(lib|src)\/.*\.js$/.test(path)).map(read);
    const imported = code.flatMap((text) => [...text.matchAll(/^(?:import|export) .*?from '([^.'][^']*)';$/gm)]);
    const packages = imported.flatMap(([, name = '']) =>
      name.startsWith('node:') ? [] : (/^(@[^/]+\/)?[^/]+/.exec(name)?.[0] ?? []),
    );
    const { dependencies, peerDependencies } = manifest();
    const asked = Object.keys({ ...dependencies, ...peerDependencies });
    expect([...new Set(packages)].sort()).toEqual(asked.sort());
    expect(Object.keys(peerDependencies)).toEqual(['aws-cdk-lib', 'constructs']);
  });

  test('says which Node it needs', () => {
    expect(manifest().engines).toEqual({ node: '>=20.19' });
  });

  test('makes Yarn unpack the package, because copying folders out of its zip files fails', () => {
    expect(manifest().preferUnplugged).toBe(true);
  });

  test('asks for the versions of the repository or later', () => {
    const root = JSON.parse(readFileSync(join(repository, 'package.json'), 'utf8'));
    const all = { ...root.dependencies, ...root.devDependencies };
    const { dependencies, version } = manifest();
    for (const [name, range] of Object.entries(dependencies)) expect([name, range]).toEqual([name, all[name]]);
    expect(version).toBe(root.version);
  });
});

test('the notices have those of the functions and the dashboard', () => {
  const notices = read('THIRD-PARTY-NOTICES.txt');
  for (const name of ['@aws-sdk/lib-dynamodb', 'stripe', 'esbuild', 'react-dom', '@fontsource-variable/inter', 'vite'])
    expect(notices).toMatch(new RegExp(`^${name} \\d+\\.\\d+\\.\\d+ \\(`, 'm'));
});
