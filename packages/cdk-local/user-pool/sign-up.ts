import * as v from 'valibot';
import { checkPassword } from './passwords.ts';
import { confirmationData } from './post-confirmation.ts';
import { checkWritable } from './user-attributes.ts';
import { attributes, invalidParameter, notAuthorized, read, text, UserPoolError } from './user-pool-answer.ts';
import type { UserPoolOperation } from './user-pool-context.ts';
import { clientAndPoolOf } from './user-pool-properties.ts';
import { attributeOf, attributesWith, newIdentity, type User } from './users.ts';
import { deliveryTo, expired } from './verification-codes.ts';

const named = { ClientId: text, Username: text };
const confirmationInput = v.object({ ...named, ...confirmationData, ConfirmationCode: text });
const signUpInput = v.object({
  ...named,
  Password: text,
  UserAttributes: v.optional(attributes, []),
});

/** SignUp: creates a user and sends the confirmation code. */
export const signUp: UserPoolOperation = async (input, { definitions, users, codes }) => {
  const request = read(signUpInput, input);
  const { pool, client } = clientAndPoolOf(definitions, request.ClientId);
  if (pool.AdminCreateUserConfig.AllowAdminCreateUserOnly) {
    throw notAuthorized('SignUp is not permitted for this user pool');
  }
  checkWritable(request.UserAttributes, client);
  checkPassword(request.Password, pool.Policies.PasswordPolicy);
  const { sub, username, userAttributes } = newIdentity(pool, request.Username, request.UserAttributes);
  if (await users.find(pool, request.Username)) {
    throw new UserPoolError('UsernameExistsException', 'User already exists');
  }
  const user = await users.add(pool, {
    Username: username,
    Password: request.Password,
    UserStatus: 'UNCONFIRMED',
    Attributes: [{ Name: 'sub', Value: sub }, ...userAttributes],
  });
  const output = { UserConfirmed: false, UserSub: sub };
  if (!pool.AutoVerifiedAttributes.includes('email') || !attributeOf(user, 'email')) return output;
  return { ...output, CodeDeliveryDetails: await codes.send(pool, user, 'sign-up') };
};

/** ConfirmSignUp. For an unknown user every code has expired, as for codes that were never requested. */
export const confirmSignUp: UserPoolOperation = async (input, { definitions, users, codes, postConfirmation }) => {
  const { ClientId, Username, ConfirmationCode, ClientMetadata } = read(confirmationInput, input);
  const caller = clientAndPoolOf(definitions, ClientId);
  const { pool } = caller;
  const user = await users.find(pool, Username);
  if (!user) throw expired();
  if (user.UserStatus !== 'UNCONFIRMED') {
    throw notAuthorized(`User cannot be confirmed. Current status is ${user.UserStatus}`);
  }
  const confirmed = (): Partial<User> => ({
    UserStatus: 'CONFIRMED',
    // The code proves the address to which it was sent.
    Attributes: attributesWith(user, { email_verified: 'true' }),
  });
  const changed = await codes.use(pool, user, { purpose: 'sign-up', value: ConfirmationCode }, confirmed);
  await postConfirmation(caller, changed, { source: 'PostConfirmation_ConfirmSignUp', ClientMetadata });
  return {};
};

/**
 * ResendConfirmationCode. For an unknown user the answer is the same, without a code (Amazon Cognito Developer Guide,
 * "Managing user existence error responses").
 */
export const resendConfirmationCode: UserPoolOperation = async (input, { definitions, users, codes }) => {
  const { ClientId, Username } = read(v.object(named), input);
  const { pool } = clientAndPoolOf(definitions, ClientId);
  const user = await users.find(pool, Username);
  if (!user) return { CodeDeliveryDetails: deliveryTo(Username) };
  if (user.UserStatus !== 'UNCONFIRMED') throw invalidParameter('User is already confirmed.');
  return { CodeDeliveryDetails: await codes.send(pool, user, 'sign-up') };
};
