import { describe, expect, test } from '@jest/globals';
import { hashRecoveryCode, mintRecoveryCode, mintTemporaryPassword } from '../../src/users/typed-codes.ts';

const many = <T>(make: () => T): T[] => Array.from({ length: 2_000 }, make);

describe('a temporary password', () => {
  test('has 12 characters that nobody confuses, all of them in use: 58 bits', () => {
    const drawn = many(mintTemporaryPassword);
    for (const each of drawn) expect(each).toMatch(/^[2-9a-hjkmnp-tv-z]{12}$/);
    expect(new Set(drawn.join('')).size).toBe(30);
    expect(12 * Math.log2(30)).toBeGreaterThan(58);
  });
});

describe('a recovery code', () => {
  test('has two groups of five characters of base32: 50 bits', () => {
    const drawn = many(mintRecoveryCode);
    for (const each of drawn) expect(each).toMatch(/^[0-9a-hjkmnp-tv-z]{5}-[0-9a-hjkmnp-tv-z]{5}$/);
    expect(new Set(drawn.join('').replaceAll('-', '')).size).toBe(32);
  });

  test.each(['4k7qd-9x01m', '4K7QD9X01M', ' 4k7qd 9xoim ', '4k7qd–9xOlm', '4-k-7-q-d-9-x-0-I-m'])(
    'may be typed as %j',
    (typed) => {
      expect(hashRecoveryCode('account', typed)).toBe(hashRecoveryCode('account', '4k7qd-9x01m'));
    },
  );

  test('is another one with another character, and for another account', () => {
    const hashes = ['4k7qd-9x01m', '4k7qd-9x01n', '4k7qd-9x01'].map((code) => hashRecoveryCode('account', code));
    expect(new Set([...hashes, hashRecoveryCode('other', '4k7qd-9x01m')]).size).toBe(4);
  });
});
