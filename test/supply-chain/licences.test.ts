import { describe, expect, test } from '@jest/globals';
import { licenceProblems } from '../../supply-chain/licences.ts';
import { anEntry, ownLockFile } from './lock-file.ts';

test('every package has a licence that is on the list', () => {
  expect(licenceProblems(ownLockFile())).toEqual([]);
});

describe('a licence', () => {
  const unnamed = ['eyes', 'querystring', 'text-encoding-utf-8'];
  const exceptions = Object.fromEntries(
    unnamed.map((name) => [`node_modules/${name}`, anEntry({ license: undefined })]),
  );
  const problemsOf = (license: string | undefined, dev = false) =>
    licenceProblems({ ...exceptions, 'node_modules/a': anEntry({ license, dev }) });

  test.each(['MIT', '(MIT OR GPL-3.0-or-later)', 'Apache-2.0 AND MIT', 'GPL-2.0-only OR (MIT AND (ISC OR X))'])(
    '%s is taken',
    (license) => expect(problemsOf(license)).toEqual([]),
  );

  test.each(['GPL-3.0-or-later', 'MIT AND GPL-2.0-only', '(MIT', 'MIT ISC', 'SEE LICENSE IN FILE', ''])(
    '"%s" is refused',
    (license) => expect(problemsOf(license)).toEqual([`node_modules/a: ${license} is not on the list for production`]),
  );

  test('of a tool may be one that nothing shipped may have', () => {
    expect(problemsOf('MPL-2.0', true)).toEqual([]);
    expect(problemsOf('MPL-2.0')).toEqual(['node_modules/a: MPL-2.0 is not on the list for production']);
  });

  test('must be named, and an exception must be needed', () => {
    expect(problemsOf(undefined)).toEqual(['node_modules/a: names no licence']);
    expect(licenceProblems({})).toEqual(unnamed.map((name) => `${name}: is an exception for nothing`));
  });
});
