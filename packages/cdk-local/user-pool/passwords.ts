import * as v from 'valibot';
import { confirmationData } from './post-confirmation.ts';
import { notAuthorized, read, text, UserPoolError } from './user-pool-answer.ts';
import type { UserPoolOperation } from './user-pool-context.ts';
import { clientAndPoolOf, type PasswordPolicy } from './user-pool-properties.ts';
import { attributeOf, type User } from './users.ts';
import { deliveryTo, mismatch } from './verification-codes.ts';

// The symbols that count (Amazon Cognito Developer Guide, "Adding user pool password requirements").
const symbol = /[\^$*.[\]{}()?\-"!@#%&/\\,><':;|_~`+=]/;

/**
 * Checks a password against the policy.
 * @throws {UserPoolError} InvalidPasswordException with the missing property
 */
export function checkPassword(password: string, policy: PasswordPolicy): void {
  const fault = faultOf(password, policy);
  if (!fault) return;
  throw new UserPoolError('InvalidPasswordException', `Password did not conform with policy: ${fault}`);
}

function faultOf(password: string, policy: PasswordPolicy): string | undefined {
  if (password.length < policy.MinimumLength) return 'Password not long enough';
  if (policy.RequireUppercase && !/[A-Z]/.test(password)) return 'Password must have uppercase characters';
  if (policy.RequireLowercase && !/[a-z]/.test(password)) return 'Password must have lowercase characters';
  if (policy.RequireNumbers && !/\d/.test(password)) return 'Password must have numeric characters';
  if (policy.RequireSymbols && !symbol.test(password)) return 'Password must have symbol characters';
  return undefined;
}

const named = { ClientId: text, Username: text };
const replacementInput = v.object({ ...named, ...confirmationData, ConfirmationCode: text, Password: text });

/**
 * ForgotPassword. Users that are unknown or without a verified address get the same answer and no code
 * (Amazon Cognito Developer Guide, "Managing user existence error responses").
 */
export const forgotPassword: UserPoolOperation = async (input, { definitions, users, codes }) => {
  const { ClientId, Username } = read(v.object(named), input);
  const { pool } = clientAndPoolOf(definitions, ClientId);
  const user = await users.find(pool, Username);
  if (!user || attributeOf(user, 'email_verified') !== 'true') {
    return { CodeDeliveryDetails: deliveryTo(Username) };
  }
  if (user.UserStatus === 'FORCE_CHANGE_PASSWORD') {
    throw notAuthorized('User password cannot be reset in the current state.');
  }
  return { CodeDeliveryDetails: await codes.send(pool, user, 'password') };
};

/** ConfirmForgotPassword. For an unknown user every code is wrong (same page). */
export const confirmForgotPassword: UserPoolOperation = async (input, context) => {
  const { ClientId, Username, ConfirmationCode, Password, ClientMetadata } = read(replacementInput, input);
  const caller = clientAndPoolOf(context.definitions, ClientId);
  const { pool } = caller;
  checkPassword(Password, pool.Policies.PasswordPolicy);
  const user = await context.users.find(pool, Username);
  if (!user) throw mismatch();
  const changes = (): Partial<User> => ({ Password, UserStatus: 'CONFIRMED' });
  const changed = await context.codes.use(pool, user, { purpose: 'password', value: ConfirmationCode }, changes);
  await context.postConfirmation(caller, changed, { source: 'PostConfirmation_ConfirmForgotPassword', ClientMetadata });
  return {};
};
