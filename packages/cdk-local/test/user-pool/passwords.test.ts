import { expect, test } from '@jest/globals';
import { checkPassword } from '../../user-pool/passwords.ts';

const all = {
  MinimumLength: 12,
  RequireLowercase: true,
  RequireNumbers: true,
  RequireSymbols: true,
  RequireUppercase: true,
  TemporaryPasswordValidityDays: 7,
};
const none = { ...all, RequireLowercase: false, RequireNumbers: false, RequireSymbols: false, RequireUppercase: false };

const refused = (fault: string) => ({
  code: 'InvalidPasswordException',
  message: `Password did not conform with policy: ${fault}`,
});

test.each([
  ['Correct-1', 'Password not long enough'],
  ['correct-horse-1', 'Password must have uppercase characters'],
  ['CORRECT-HORSE-1', 'Password must have lowercase characters'],
  ['Correct-horse-x', 'Password must have numeric characters'],
  ['Correct0horse01', 'Password must have symbol characters'],
])('%s is refused: %s', (password, fault) => {
  expect(() => checkPassword(password, all)).toThrow(expect.objectContaining(refused(fault)));
});

test('what keeps to the policy passes', () => {
  expect(() => checkPassword('Correct-horse-1', all)).not.toThrow();
});

test('no more is asked than the policy does', () => {
  expect(() => checkPassword('            ', none)).not.toThrow();
});
