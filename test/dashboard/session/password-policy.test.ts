import { expect, test } from '@jest/globals';
import { passwordProblem } from '../../../dashboard/session/password-policy.ts';
import { propertiesOf, stageNames, templateOf } from '../../lib/synthesis.ts';

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

test.each(stageNames)('the requirement is the password policy of the user pool of %s', (stage) => {
  const pools = Object.values(propertiesOf(templateOf(stage), 'AWS::Cognito::UserPool'));
  expect(pools.map(({ Policies }) => Policies.PasswordPolicy)).toEqual([
    expect.objectContaining({
      MinimumLength: 12,
      RequireLowercase: false,
      RequireNumbers: false,
      RequireSymbols: false,
      RequireUppercase: false,
    }),
  ]);
});
