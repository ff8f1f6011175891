import { describe, expect, test } from '@jest/globals';
import { integrityProblems } from '../../supply-chain/integrity.ts';
import { foreign } from '../../supply-chain/lock-file.ts';
import { anEntry, ownLockFile } from './lock-file.ts';

test('the lock file knows every package by its hash, from the registry, for every platform', () => {
  const lock = ownLockFile();
  expect(foreign(lock).length).toBeGreaterThan(500);
  expect(integrityProblems(lock)).toEqual([]);
});

describe('a lock file is refused', () => {
  test.each([
    ['without a hash', anEntry({ integrity: undefined }), 'has no SHA-512'],
    ['with a weak hash', anEntry({ integrity: 'sha1-abc' }), 'has no SHA-512'],
    ['from elsewhere', anEntry({ resolved: 'https://registry.npmjs.org.example/a.tgz' }), 'comes from https://reg'],
    ['from a repository', anEntry({ resolved: 'git+ssh://git@github.com/a/a.git#1' }), 'comes from git+ssh'],
    ['that lacks a platform', anEntry({ optionalDependencies: { 'a-linux-arm64': '1' } }), 'asks for a-linux-arm64'],
    ['that lacks what it asks for', anEntry({ dependencies: { b: '1' } }), 'asks for b'],
  ])('for a package %s', (_, entry, problem) => {
    expect(integrityProblems({ 'node_modules/a': entry })).toEqual([expect.stringContaining(problem)]);
  });
});

test('what is the repository’s own, bundled, or found in a folder above is no problem', () => {
  const dependencies = { c: '1' };
  const lock = {
    '': anEntry({ integrity: undefined, dependencies }),
    dashboard: anEntry({ integrity: undefined, dependencies }),
    'node_modules/dashboard': anEntry({ integrity: undefined, resolved: 'dashboard', link: true }),
    'node_modules/a': anEntry({ resolved: 'https://registry.npmjs.org/a/-/a-1.0.0.tgz' }),
    'node_modules/a/node_modules/b': anEntry({ integrity: undefined, inBundle: true, dependencies }),
    'node_modules/c': anEntry(),
  };
  expect(integrityProblems(lock)).toEqual([]);
});
