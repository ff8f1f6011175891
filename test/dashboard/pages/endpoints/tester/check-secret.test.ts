import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { checkSecret } from '../../../../../dashboard/pages/endpoints/tester/check-secret.ts';
import { isWellFormedSecret, mintSecret } from '../../../../../src/keys/secret.ts';

const base62 = fc.constantFrom(...'0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz');
const minted = fc.infiniteStream(fc.nat()).map((numbers) => mintSecret((max) => (numbers.next().value ?? 0) % max));

describe('checkSecret', () => {
  test('accepts every secret that the service creates', () => {
    fc.assert(fc.property(minted, (secret) => expect(checkSecret(secret)).toBe('valid')));
  });

  test('reports one wrong character as mistyped exactly if the gateway does', () => {
    fc.assert(
      fc.property(minted, fc.integer({ min: 4, max: 41 }), base62, (secret, at, character) => {
        const typed = secret.slice(0, at) + character + secret.slice(at + 1);
        expect(checkSecret(typed)).toBe(isWellFormedSecret(typed) ? 'valid' : 'mistyped');
      }),
    );
  });

  test('accepts secrets of any prefix that an operator can choose', () => {
    for (const prefix of ['ab', 'acme', 'AcmeRpcs']) expect(checkSecret(mintSecret(undefined, prefix))).toBe('valid');
  });

  test.each([
    ['', 'empty'],
    ['slc_short', 'malformed'],
    [`s_${'a'.repeat(38)}`, 'malformed'],
    [`slt_${'a'.repeat(38)}`, 'malformed'],
    [`acme_${'a'.repeat(38)}`, 'mistyped'],
    [`slc_${'a'.repeat(38)}`, 'mistyped'],
    ['slc_ab cd', 'unsendable'],
    ['slc_ab\ncd', 'unsendable'],
    ['slc_…', 'unsendable'],
  ])('reports %j as %s', (secret, check) => {
    expect(checkSecret(secret)).toBe(check);
  });
});
