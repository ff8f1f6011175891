import * as v from 'valibot';
import type { InvokeTrigger } from './triggers.ts';
import type { ClientAndPool } from './user-pool-properties.ts';
import type { User } from './users.ts';

/** What the caller of a confirmation sends along for the pool's function. */
export const confirmationData = { ClientMetadata: v.nullish(v.record(v.string(), v.string())) };

type Confirmation = v.InferOutput<v.ObjectSchema<typeof confirmationData, undefined>> & {
  readonly source: 'PostConfirmation_ConfirmSignUp' | 'PostConfirmation_ConfirmForgotPassword';
};

/**
 * Tells the pool's PostConfirmation function, if it has one, of a confirmed sign-up or a reset password (Amazon Cognito
 * Developer Guide, "Post confirmation Lambda trigger"). Its error is the operation's answer, but undoes nothing.
 * @throws {UserPoolError} as {@link InvokeTrigger}
 */
export type PostConfirmation = (caller: ClientAndPool, user: User, confirmation: Confirmation) => Promise<void>;

export const createPostConfirmation =
  (invoke: InvokeTrigger): PostConfirmation =>
  async ({ pool, client }, user, { source, ClientMetadata }) => {
    const userAttributes = {
      'cognito:user_status': user.UserStatus,
      ...Object.fromEntries(user.Attributes.map(({ Name, Value = '' }) => [Name, Value])),
    };
    const request = { userAttributes, ...(ClientMetadata && { clientMetadata: ClientMetadata }) };
    await invoke({ pool, source, clientId: client.id, username: user.Username, request });
  };
