import { expect, test } from '@jest/globals';
import { isCommonPassword } from '../../src/users/common-password.ts';

test.each([
  'passwordpassword',
  'Password1234',
  'P@ssw0rd!!!!',
  '123456789012',
  '210987654321',
  'aaaaaaaaaaaa',
  'abcabcabcabc',
  'abcdefghijkl',
  'qwertyuiop12',
  'qwertyqwerty',
  'letmein letmein',
  'admin-admin-1',
])('%j is refused', (password) => {
  expect(isCommonPassword(password)).toBe(true);
});

test.each([
  'correct horse battery',
  'twelve chars',
  'ÄÖÜäöü-12345',
  'password manager made this',
  'x9T#vLq2!mZw',
  'тихий океан 19',
])('%j is accepted', (password) => {
  expect(isCommonPassword(password)).toBe(false);
});

test('the address of the user is no password', () => {
  const own = ['ada.lovelace@example.com'];
  expect(isCommonPassword('ada.lovelace@example.com', own)).toBe(true);
  expect(isCommonPassword('Lovelace1234', own)).toBe(true);
  expect(isCommonPassword('Lovelace1234')).toBe(false);
  expect(isCommonPassword('lovelace and the engine', own)).toBe(false);
});
