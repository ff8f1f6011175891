import { readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import * as v from 'valibot';
import { passwordProblem } from '../../../dashboard/session/password-policy.ts';

test.each(['twelve chars', 'correcthorse', 'ÄÖÜäöü-12345'])('%j is long enough', (password) => {
  expect(passwordProblem(password)).toBeUndefined();
});

test('eleven characters are too few', () => {
  expect(passwordProblem('Aa1!Aa1!Aa1')).toBe('The password must have at least 12 characters.');
});

test.each([' twelve chars', 'twelve chars '])('%j is refused, as by the user pool', (password) => {
  expect(passwordProblem(password)).toBe('The password must not start or end with a space.');
});

test('a password that is guessed first is refused, also the address', () => {
  expect(passwordProblem('passwordpassword')).toMatch(/easy to guess/);
  expect(passwordProblem('ada@example.com', 'ada@example.com')).toMatch(/easy to guess/);
});

describe('the requirement is the password policy of the template’s user pool', () => {
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
      expect.objectContaining({
        MinimumLength: 12,
        RequireLowercase: false,
        RequireNumbers: false,
        RequireSymbols: false,
        RequireUppercase: false,
      }),
    ]);
  });

  test('of dev, which has the same one', () => {
    expect(golden('sluice-dev-differences')).not.toContain('PasswordPolicy');
  });
});
