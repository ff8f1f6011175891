import { randomBytes } from 'node:crypto';
import * as v from 'valibot';
import { invitationMail } from './mail.ts';
import { checkPassword } from './passwords.ts';
import { attributes, read, text, UserPoolError } from './user-pool-answer.ts';
import type { UserPoolContext, UserPoolOperation } from './user-pool-context.ts';
import { poolOf, type UserPool } from './user-pool-properties.ts';
import { attributeOf, newIdentity, type User, userView } from './users.ts';

const invitationInput = v.object({
  UserPoolId: text,
  Username: text,
  TemporaryPassword: v.nullish(text),
  UserAttributes: v.nullish(attributes),
  MessageAction: v.nullish(v.picklist(['RESEND', 'SUPPRESS'])),
  // AWS sends the invitation by SMS if nothing else is asked for; no SMS is emulated.
  DesiredDeliveryMediums: v.nullish(v.array(v.picklist(['EMAIL', 'SMS']))),
});
type Invitation = v.InferOutput<typeof invitationInput>;

/**
 * AdminCreateUser: creates a user with a temporary password, and sends it by email if the caller asks for that. With
 * RESEND the user exists already, and gets a new temporary password. A generated one meets the pool's policy.
 */
export const adminCreateUser: UserPoolOperation = async (input, context) => {
  const invitation = read(invitationInput, input);
  const pool = poolOf(context.definitions, invitation.UserPoolId);
  const password = invitation.TemporaryPassword ?? `${randomBytes(9).toString('base64url')}-Aa1`;
  checkPassword(password, pool.Policies.PasswordPolicy);
  const user = await (invitation.MessageAction === 'RESEND' ? renew : create)(pool, invitation, password, context);
  const { MessageAction, DesiredDeliveryMediums, Username } = invitation;
  const email = attributeOf(user, 'email');
  const sends = MessageAction !== 'SUPPRESS' && DesiredDeliveryMediums?.includes('EMAIL');
  if (sends && email !== undefined) context.onMail(invitationMail(pool, email, Username, password));
  return { User: userView(user) };
};

async function create(pool: UserPool, invitation: Invitation, Password: string, context: UserPoolContext) {
  const { Username, UserAttributes } = invitation;
  const identity = newIdentity(pool, Username, UserAttributes ?? []);
  if (await context.users.find(pool, Username)) {
    throw new UserPoolError('UsernameExistsException', 'User account already exists');
  }
  return context.users.add(pool, {
    Username: identity.username,
    Password,
    PasswordSetAt: context.clock(),
    UserStatus: 'FORCE_CHANGE_PASSWORD',
    Attributes: [{ Name: 'sub', Value: identity.sub }, ...identity.userAttributes],
  });
}

async function renew(pool: UserPool, { Username }: Invitation, Password: string, { users, clock }: UserPoolContext) {
  const user: User | undefined = await users.find(pool, Username);
  if (!user) throw new UserPoolError('UserNotFoundException', 'User does not exist.');
  if (user.UserStatus !== 'FORCE_CHANGE_PASSWORD') {
    const message = `Resend not possible. ${Username} status is not FORCE_CHANGE_PASSWORD`;
    throw new UserPoolError('UnsupportedUserStateException', message);
  }
  // AWS documents a new time limit, but not whether the old password still works: here it does not.
  return users.change(pool, user, { Password, PasswordSetAt: clock() });
}
