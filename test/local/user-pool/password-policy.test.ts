import { expect, test } from '@jest/globals';
import { faultOf } from '../../../local/user-pool/password-policy.ts';

const all = {
  MinimumLength: 12,
  RequireLowercase: true,
  RequireNumbers: true,
  RequireSymbols: true,
  RequireUppercase: true,
  TemporaryPasswordValidityDays: undefined,
};
const none = { ...all, RequireLowercase: false, RequireNumbers: false, RequireSymbols: false, RequireUppercase: false };

test.each([
  ['Correct-horse-1', undefined],
  ['Correct-1', 'Password not long enough'],
  ['correct-horse-1', 'Password must have uppercase characters'],
  ['CORRECT-HORSE-1', 'Password must have lowercase characters'],
  ['Correct-horse-x', 'Password must have numeric characters'],
  ['Correct0horse01', 'Password must have symbol characters'],
])('%s: %s', (password, fault) => {
  expect(faultOf(password, all)).toBe(fault);
});

test('asks for no more than the policy does', () => {
  expect(faultOf('            ', none)).toBeUndefined();
});
