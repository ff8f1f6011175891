import type { PasswordPolicy } from './properties.ts';

// The symbols that count (Amazon Cognito Developer Guide, "Adding user pool password requirements").
const symbol = /[\^$*.[\]{}()?\-"!@#%&/\\,><':;|_~`+=]/;

/** What of a password is against the policy, in the service's words; undefined where nothing is. */
export function faultOf(password: string, policy: PasswordPolicy): string | undefined {
  if (password.length < policy.MinimumLength) return 'Password not long enough';
  if (policy.RequireUppercase && !/[A-Z]/.test(password)) return 'Password must have uppercase characters';
  if (policy.RequireLowercase && !/[a-z]/.test(password)) return 'Password must have lowercase characters';
  if (policy.RequireNumbers && !/\d/.test(password)) return 'Password must have numeric characters';
  if (policy.RequireSymbols && !symbol.test(password)) return 'Password must have symbol characters';
  return undefined;
}
