import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { checkSecret } from '../../../../../dashboard/pages/endpoints/tester/check-secret.ts';
import { isWellFormedSecret, mintSecret } from '../../../../../src/keys/secret.ts';

const base62 = fc.constantFrom(...'0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz');
const minted = fc.infiniteStream(fc.nat()).map((numbers) => mintSecret((max) => (numbers.next().value ?? 0) % max));

describe('the form of a secret', () => {
  test('is good for every secret that is minted', () => {
    fc.assert(fc.property(minted, (secret) => expect(checkSecret(secret)).toBe('good')));
  });

  test('is mistyped where one character is another, as the gateway sees it', () => {
    fc.assert(
      fc.property(minted, fc.integer({ min: 4, max: 41 }), base62, (secret, at, character) => {
        const typed = secret.slice(0, at) + character + secret.slice(at + 1);
        expect(checkSecret(typed)).toBe(isWellFormedSecret(typed) ? 'good' : 'mistyped');
      }),
    );
  });

  test.each([
    ['', 'empty'],
    ['slc_short', 'other form'],
    [`sk_${'a'.repeat(38)}`, 'other form'],
    [`slc_${'a'.repeat(38)}`, 'mistyped'],
    ['slc_ab cd', 'unsendable'],
    ['slc_ab\ncd', 'unsendable'],
    ['slc_…', 'unsendable'],
  ])('of %j is %s', (secret, form) => {
    expect(checkSecret(secret)).toBe(form);
  });
});
