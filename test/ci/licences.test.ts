import { readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { tableRows } from '../docs/pages.ts';

const json = (path: string) => JSON.parse(readFileSync(path, 'utf8'));
const { packages } = json('package-lock.json');
const exceptions = Object.keys(json('.licensee.json').packages);

describe('the licence', () => {
  test('is Apache-2.0 in every manifest and in the lock file', () => {
    const manifests = ['.', ...json('package.json').workspaces].map((folder) => json(`${folder}/package.json`));
    const locked = Object.keys(packages).filter((path) => !path.includes('node_modules/'));
    expect(locked).toHaveLength(manifests.length);
    for (const { name, license } of [...manifests, ...locked.map((path) => packages[path])]) {
      expect({ name, license }).toEqual({ name, license: 'Apache-2.0' });
    }
  });
});

describe('a package whose licence is an exception', () => {
  test('is explained in docs/licences.md', () => {
    const explained = tableRows('docs/licences.md').flatMap(([names = '']) => names.split(', '));
    expect(explained.filter((name) => !/^(package|-+)$/.test(name)).sort()).toEqual(exceptions.sort());
  });

  test('is installed for development only', () => {
    const used = Object.keys(packages).filter((path) => exceptions.includes(path.replace(/.*node_modules\//, '')));
    expect(used.length).toBeGreaterThanOrEqual(exceptions.length);
    expect(used.filter((path) => !packages[path].dev && !packages[path].devOptional)).toEqual([]);
  });
});
