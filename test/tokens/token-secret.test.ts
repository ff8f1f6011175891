import { expect, test } from '@jest/globals';
import { isWellFormedSecret, mintSecret } from '../../src/keys/secret.ts';
import { isWellFormedToken, mintToken } from '../../src/tokens/token-secret.ts';

test('a token is not a key, and a key is not a token, also with the other’s prefix', () => {
  const [token, secret] = [mintToken(), mintSecret()];
  expect([isWellFormedToken(token), isWellFormedSecret(token)]).toEqual([true, false]);
  expect([isWellFormedToken(secret), isWellFormedSecret(secret)]).toEqual([false, true]);
  // The checksum covers the prefix.
  expect(isWellFormedToken(secret.replace('slc_', 'slt_'))).toBe(false);
  expect(isWellFormedSecret(token.replace('slt_', 'slc_'))).toBe(false);
});

test('a token with one wrong character is malformed', () => {
  const token = mintToken();
  for (let at = 0; at < token.length; at += 1) {
    const other = token[at] === 'A' ? 'B' : 'A';
    expect(isWellFormedToken(token.slice(0, at) + other + token.slice(at + 1))).toBe(false);
  }
  expect(isWellFormedToken(`${token} `)).toBe(false);
});
