import * as v from 'valibot';
import { callerOf } from './caller.ts';
import type { Operation } from './context.ts';
import { read, text } from './input.ts';
import { checkPassword } from './password-policy.ts';
import { notAuthorized } from './refusal.ts';
import { attributeOf } from './users.ts';
import { deliveryTo, mismatch } from './verification-codes.ts';

const named = { ClientId: text, Username: text };
const replacementInput = v.object({ ...named, ConfirmationCode: text, Password: text });

/**
 * ForgotPassword. Who is unknown, disabled or without a verified address gets the same answer, and no code (Amazon
 * Cognito Developer Guide, "Managing user existence error responses").
 */
export const forgotPassword: Operation = async (input, { definitions, users, codes }) => {
  const { ClientId, Username } = read(v.object(named), input);
  const { pool } = callerOf(definitions, ClientId);
  const user = await users.find(pool, Username);
  if (!user?.Enabled || attributeOf(user, 'email_verified') !== 'true') {
    return { CodeDeliveryDetails: deliveryTo(Username) };
  }
  if (user.UserStatus === 'FORCE_CHANGE_PASSWORD') {
    throw notAuthorized('User password cannot be reset in the current state.');
  }
  return { CodeDeliveryDetails: await codes.send(pool, user, 'password') };
};

/** ConfirmForgotPassword. The code of a user who is unknown or disabled is a wrong one (same page). */
export const confirmForgotPassword: Operation = async (input, { definitions, users, codes }) => {
  const { ClientId, Username, ConfirmationCode, Password } = read(replacementInput, input);
  const { pool } = callerOf(definitions, ClientId);
  checkPassword(Password, pool.Policies.PasswordPolicy);
  const user = await users.find(pool, Username);
  if (!user?.Enabled) throw mismatch();
  await codes.use(pool, user, { purpose: 'password', value: ConfirmationCode }, () => ({
    Password,
    UserStatus: 'CONFIRMED',
  }));
  return {};
};
