import { cpSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { packageFolders, setVersion } from '../../../.ci/release/manifests.ts';

// What CI compares with the version after a release, with the manifests of this repository.

const version = '9.8.7';
const examples = globSync('examples/{*,clients/*}/package.json');

let root: string;
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'rehearsal-'));
  const manifests = packageFolders('.').map((folder) => join(folder, 'package.json'));
  for (const path of ['package-lock.json', ...manifests, ...examples]) cpSync(path, join(root, path));
  setVersion(root, version);
});
afterAll(() => rmSync(root, { recursive: true }));

const read = (path: string): string => readFileSync(join(root, path), 'utf8');

describe('a release of this repository', () => {
  test('lets every example need it, and changes nothing else in them', () => {
    const needing = examples.filter((path) => read(path).includes('"sluice-cdk": "'));
    expect(needing.toSorted()).toEqual(
      ['full', 'minimal', 'node-runners', 'operator-backend'].map((example) => `examples/${example}/package.json`),
    );
    const withVersion = (text: string) => text.replace(/"sluice-cdk": "[^"]*"/, `"sluice-cdk": "^${version}"`);
    for (const path of examples) expect(read(path)).toBe(withVersion(readFileSync(path, 'utf8')));
  });

  test('leaves no other place that names a version of the package', () => {
    const places = globSync([
      'examples/**/*.{md,ts}',
      'docs/*.md',
      'packages/construct/*.md',
      'test/{package,examples}/**/*.ts',
    ]);
    expect(places.filter((path) => /sluice-cdk[@-]\d/.test(readFileSync(path, 'utf8')))).toEqual([]);
  });
});
