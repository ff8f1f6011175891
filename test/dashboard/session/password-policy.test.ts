import { readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import * as v from 'valibot';
import { passwordPolicy, passwordProblem } from '../../../dashboard/session/password-policy.ts';

const good = 'Correct-horse-1';
const unmet = (password: string) => passwordPolicy.filter(({ isMet }) => !isMet(password)).map(({ text }) => text);

test('a password that meets every requirement is valid', () => {
  expect(passwordProblem(good)).toBeNull();
});

test.each([
  ['eleven characters', 'Aa1!Aa1!Aa1', '12 characters or more'],
  ['no lower case', good.toUpperCase(), 'A lower-case letter'],
  ['no upper case', good.toLowerCase(), 'An upper-case letter'],
  ['no digit', 'Correct-horse-x', 'A digit'],
  ['no symbol', 'Correcthorse1', 'A symbol, such as ! or -'],
  ['a space in place of a symbol', 'Correct horse 1', 'A symbol, such as ! or -'],
  ['letters of another script', 'ÄÖÜäöü-12345678a', 'An upper-case letter'],
])('%s: only this requirement is not met, and the password is refused', (_what, password, requirement) => {
  expect(unmet(password)).toEqual([requirement]);
  expect(passwordProblem(password)).not.toBeNull();
});

test('twelve characters are enough, and every symbol of Cognito counts', () => {
  expect(unmet('Aa1!Aa1!Aa1!')).toEqual([]);
  for (const symbol of '^$*.[]{}()?-"!@#%&/\\,><\':;|_~`+=') expect(unmet(`Correcthorse1${symbol}`)).toEqual([]);
});

describe('the requirements are the password policy of the template’s user pool', () => {
  const pool = v.object({
    Type: v.literal('AWS::Cognito::UserPool'),
    Properties: v.object({ Policies: v.object({ PasswordPolicy: v.unknown() }) }),
  });
  const template = v.pipe(v.string(), v.parseJson(), v.object({ Resources: v.record(v.string(), v.unknown()) }));

  const golden = (name: string) => readFileSync(new URL(`../../bin/${name}.golden.json`, import.meta.url), 'utf8');

  test('of prod', () => {
    const resources = Object.values(v.parse(template, golden('sluice-prod')).Resources);
    const policies = resources.filter((it) => v.is(pool, it)).map((it) => it.Properties.Policies.PasswordPolicy);
    expect(policies).toEqual([
      {
        MinimumLength: 12,
        RequireLowercase: true,
        RequireNumbers: true,
        RequireSymbols: true,
        RequireUppercase: true,
      },
    ]);
  });

  test('of dev, which has the same one', () => {
    expect(golden('sluice-dev-differences')).not.toContain('PasswordPolicy');
  });
});
