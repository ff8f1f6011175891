import * as v from 'valibot';
import { signedIn } from './signed-in-user.ts';
import {
  type Attributes,
  attributes,
  invalidParameter,
  notAuthorized,
  read,
  text,
  UserPoolError,
} from './user-pool-answer.ts';
import type { UserPoolContext, UserPoolOperation } from './user-pool-context.ts';
import type { UserPool, UserPoolClient } from './user-pool-properties.ts';
import { attributesWith, type User } from './users.ts';
import type { Delivery } from './verification-codes.ts';

/**
 * Checks that the client may write these attributes. Without WriteAttributes it may write all except those that a proof
 * sets.
 * @throws {UserPoolError} NotAuthorizedException
 */
export function checkWritable(given: Attributes, { WriteAttributes }: UserPoolClient): void {
  const writable = (name: string) => WriteAttributes?.includes(name) ?? !/^(sub|.+_verified)$/.test(name);
  if (given.every(({ Name }) => writable(Name))) return;
  throw notAuthorized('A client attempted to write unauthorized attribute');
}

const changesInput = v.object({ AccessToken: text, UserAttributes: attributes });

/**
 * UpdateUserAttributes. A new email address gets a code. If the pool requires verification before the update
 * (AttributesRequireVerificationBeforeUpdate), the old address works until the code is used.
 */
export const updateUserAttributes: UserPoolOperation = async (input, context) => {
  const { AccessToken, UserAttributes } = read(changesInput, input);
  const { pool, client, user } = await signedIn(AccessToken, context);
  checkWritable(UserAttributes, client);
  return { CodeDeliveryDetailsList: await changeAttributes({ pool, user }, UserAttributes, context) };
};

/**
 * Changes attributes, and sends a code to a new email address that is not given as verified.
 * @throws {UserPoolError} InvalidParameterException, AliasExistsException for the email address
 */
export async function changeAttributes(
  { pool, user }: { readonly pool: UserPool; readonly user: User },
  given: Attributes,
  context: UserPoolContext,
): Promise<readonly Delivery[]> {
  const { email, ...others } = Object.fromEntries(given.map(({ Name, Value }) => [Name, Value]));
  if (email === undefined) {
    await context.users.change(pool, user, { Attributes: attributesWith(user, others) });
    return [];
  }
  await checkFree(pool, user, email, context);
  const { email_verified = 'false' } = others;
  const waits = pool.UserAttributeUpdateSettings?.AttributesRequireVerificationBeforeUpdate.includes('email');
  const now = waits && email_verified !== 'true' ? others : { ...others, email, email_verified };
  const changed = await context.users.change(pool, user, { Attributes: attributesWith(user, now) });
  return email_verified === 'true' ? [] : [await context.codes.send(pool, changed, 'email', email)];
}

const proofInput = v.object({ AccessToken: text, AttributeName: v.literal('email'), Code: text });

/** VerifyUserAttribute: the user's address is now the one that received the code. */
export const verifyUserAttribute: UserPoolOperation = async (input, context) => {
  const { AccessToken, Code } = read(proofInput, input);
  const { pool, user } = await signedIn(AccessToken, context);
  const email = user.Codes?.email?.email;
  if (email !== undefined) await checkFree(pool, user, email, context);
  await context.codes.use(pool, user, { purpose: 'email', value: Code }, (address) => ({
    Attributes: attributesWith(user, { email: address, email_verified: 'true' }),
  }));
  return {};
};

async function checkFree(pool: UserPool, user: User, email: string, { users }: UserPoolContext): Promise<void> {
  if (!email.includes('@')) throw invalidParameter('Invalid email address format.');
  const holder = await users.find(pool, email);
  if (!holder || holder.Username === user.Username) return;
  throw new UserPoolError('AliasExistsException', 'An account with the given email already exists.');
}
