import { describe, expect, test } from '@jest/globals';
import { requireSignUp } from '../../src/accounts/sign-up-policy.ts';
import type { SignUpPolicy } from '../../src/settings.ts';

const admits = (policy: SignUpPolicy, email: string): boolean => {
  try {
    requireSignUp(policy, email);
    return true;
  } catch (error) {
    expect(error).toMatchObject({ name: 'SignUpRefusedError', code: 'sign_up_refused' });
    return false;
  }
};

test('an open service admits every address', () => {
  expect(admits('open', 'ada@anywhere.example')).toBe(true);
});

test('a closed service admits nobody, and says who creates accounts', () => {
  expect(admits('closed', 'ada@example.com')).toBe(false);
  expect(() => requireSignUp('closed', 'ada@example.com')).toThrow('Only the operator creates accounts. Ask for one.');
});

describe('a service for some email domains', () => {
  const policy = { emailDomains: ['example.com', 'xn--bcher-kva.example'] };

  test.each([
    ['an address of a domain', 'ada@example.com'],
    ['a domain in upper case', 'Ada@EXAMPLE.Com'],
    ['a tag', 'ada.lovelace+rpc@example.com'],
    ['the punycode form of a Unicode domain', 'ada@xn--bcher-kva.example'],
  ])('admits %s', (_, email) => {
    expect(admits(policy, email)).toBe(true);
  });

  test.each([
    ['another domain', 'ada@example.org'],
    ['a subdomain', 'ada@mail.example.com'],
    ['a domain that ends like an allowed one', 'ada@notexample.com'],
    ['a domain that begins like an allowed one', 'ada@example.com.evil.example'],
    ['the allowed domain before a second @', 'ada@example.com@evil.example'],
    ['the allowed domain after a second @', 'ada@evil.example@example.com'],
    ['a quoted local part', '"ada@evil.example,"@example.com'],
    ['a source route', 'ada%evil.example@example.com'],
    ['a bang path', 'evil.example!ada@example.com'],
    ['a comment', 'ada@evil.example(@example.com'],
    ['a line break', 'ada@example.com\n@evil.example'],
    ['a line break at the end', 'ada@example.com\n'],
    ['a space', 'ada@example.com '],
    ['a trailing dot', 'ada@example.com.'],
    ['no domain', 'ada@'],
    ['no @', 'example.com'],
    ['nothing before the @', '@example.com'],
    ['nothing', ''],
    ['the Unicode form of a domain', 'ada@b\u00fccher.example'],
    ['full-width letters', 'ada@\uff45xample.com'],
    ['a letter that becomes ASCII in lower case', 'ada@\u212aelvin.example'],
  ])('refuses %s', (_, email) => {
    expect(admits({ emailDomains: [...policy.emailDomains, 'kelvin.example'] }, email)).toBe(false);
  });

  test('names the domains', () => {
    expect(() => requireSignUp(policy, 'ada@example.org')).toThrow(
      'Only email addresses of these domains can create an account: example.com, xn--bcher-kva.example.',
    );
  });
});
