import type { PasswordPolicy } from './properties.ts';
import { Refusal } from './refusal.ts';

// The symbols that count (Amazon Cognito Developer Guide, "Adding user pool password requirements").
const symbol = /[\^$*.[\]{}()?\-"!@#%&/\\,><':;|_~`+=]/;

/**
 * Lets a password pass that keeps to the policy.
 * @throws {Refusal} InvalidPasswordException, which says what it lacks
 */
export function checkPassword(password: string, policy: PasswordPolicy): void {
  const fault = faultOf(password, policy);
  if (!fault) return;
  throw new Refusal('InvalidPasswordException', `Password did not conform with policy: ${fault}`);
}

function faultOf(password: string, policy: PasswordPolicy): string | undefined {
  if (password.length < policy.MinimumLength) return 'Password not long enough';
  if (policy.RequireUppercase && !/[A-Z]/.test(password)) return 'Password must have uppercase characters';
  if (policy.RequireLowercase && !/[a-z]/.test(password)) return 'Password must have lowercase characters';
  if (policy.RequireNumbers && !/\d/.test(password)) return 'Password must have numeric characters';
  if (policy.RequireSymbols && !symbol.test(password)) return 'Password must have symbol characters';
  return undefined;
}
