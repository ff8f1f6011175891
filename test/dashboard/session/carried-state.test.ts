import { expect, test } from '@jest/globals';
import * as v from 'valibot';
import { signedOutSearch } from '../../../dashboard/session/carried-state.ts';

const nextIn = (search: unknown) => v.parse(signedOutSearch, search).next;

test.each(['/', '/keys', '/usage?span=hour&from=2026-11-20', '/history#row', '/keys//x', '/a?b=//c'])(
  '%j opens after signing in',
  (next) => {
    expect(nextIn({ next })).toBe(next);
  },
);

test.each([
  '//evil.example',
  '///evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  '/\t/evil.example',
  '/\n/evil.example',
  'https://evil.example',
  'javascript:alert(1)',
  'keys',
  '',
  ' /keys',
  7,
  ['/keys'],
  null,
])('%j is ignored, and the page works', (next) => {
  expect(nextIn({ next })).toBeUndefined();
});

test('it is optional', () => {
  expect(v.parse(signedOutSearch, {})).toEqual({});
});
