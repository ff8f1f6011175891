import { expect, test } from '@jest/globals';
import { wildcards } from '../wildcards.ts';

test.each([
  ['a*c', 'abbc', true],
  ['a*c', 'ac', true],
  ['a?c', 'abc', true],
  ['a?c', 'ac', false],
  ['a.c', 'abc', false],
  ['*', '', true],
  ['a*', 'a\nb/c', true],
  ['b', 'abc', false],
  ['(a|b)[c]$', '(a|b)[c]$', true],
  ['A', 'a', false],
])('%s and %j: %s', (pattern, text, expected) => {
  expect(wildcards(pattern).test(text)).toBe(expected);
});

test('letters are all the same where it is said', () => {
  expect(wildcards('s3:Get*', 'i').test('S3:GETOBJECT')).toBe(true);
});
