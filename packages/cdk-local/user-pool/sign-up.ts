import * as v from 'valibot';
import { checkPassword } from './passwords.ts';
import { checkWritable } from './user-attributes.ts';
import { attributes, invalidParameter, notAuthorized, read, text, UserPoolError } from './user-pool-answer.ts';
import type { UserPoolOperation } from './user-pool-context.ts';
import { clientAndPoolOf } from './user-pool-properties.ts';
import { attributesWith, deliveryTo, expired, type User } from './users.ts';

const named = { ClientId: text, Username: text };
const signUpInput = v.object({ ...named, Password: text, UserAttributes: v.optional(attributes, []) });
const confirmationInput = v.object({ ...named, ConfirmationCode: text });

/** SignUp: creates an unconfirmed user and sends the confirmation code. */
export const signUp: UserPoolOperation = async (input, { definitions, users, codes, cognitoLocal }) => {
  const user = read(signUpInput, input);
  const { pool, client } = clientAndPoolOf(definitions, user.ClientId);
  checkWritable(user.UserAttributes, client);
  checkPassword(user.Password, pool.Policies.PasswordPolicy);
  if (await users.find(pool, user.Username)) throw new UserPoolError('UsernameExistsException', 'User already exists');
  const isName = ({ Name }: { readonly Name: string }) => pool.UsernameAttributes.some((it) => it === Name);
  // If the name is the address, the attribute must not contain another one.
  const UserAttributes = user.UserAttributes.filter((it) => !isName(it));
  const output = await cognitoLocal.run('SignUp', { ...user, UserAttributes });
  const made = await users.find(pool, user.Username);
  return made ? { ...output, CodeDeliveryDetails: await codes.send(pool, made, 'sign-up') } : output;
};

/** ConfirmSignUp. For an unknown user every code has expired, as for codes that were never requested. */
export const confirmSignUp: UserPoolOperation = async (input, { definitions, users, codes }) => {
  const { ClientId, Username, ConfirmationCode } = read(confirmationInput, input);
  const { pool } = clientAndPoolOf(definitions, ClientId);
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
  await codes.use(pool, user, { purpose: 'sign-up', value: ConfirmationCode }, confirmed);
  return {};
};

/**
 * ResendConfirmationCode. For a user who is unknown or disabled the answer is the same, without a code (Amazon Cognito
 * Developer Guide, "Managing user existence error responses").
 */
export const resendConfirmationCode: UserPoolOperation = async (input, { definitions, users, codes }) => {
  const { ClientId, Username } = read(v.object(named), input);
  const { pool } = clientAndPoolOf(definitions, ClientId);
  const user = await users.find(pool, Username);
  if (!user?.Enabled) return { CodeDeliveryDetails: deliveryTo(Username) };
  if (user.UserStatus !== 'UNCONFIRMED') throw invalidParameter('User is already confirmed.');
  return { CodeDeliveryDetails: await codes.send(pool, user, 'sign-up') };
};
