import * as v from 'valibot';
import { notAuthorized, UnsupportedOperationError } from './user-pool-answer.ts';
import type { UserPool } from './user-pool-properties.ts';
import { attributeOf, type User } from './users.ts';

const day = 24 * 60 * 60 * 1_000;

/**
 * Checks that a temporary password has not expired.
 * @throws {UserPoolError} NotAuthorizedException
 */
export function checkTemporaryPassword({ UserStatus, PasswordSetAt = 0 }: User, pool: UserPool, now: number): void {
  const { TemporaryPasswordValidityDays: days } = pool.Policies.PasswordPolicy;
  const age = now - PasswordSetAt;
  if (UserStatus !== 'FORCE_CHANGE_PASSWORD' || age < days * day) return;
  throw notAuthorized('Temporary password has expired and must be reset by an administrator.');
}

const newPasswordChallenge = v.looseObject({
  ChallengeName: v.literal('NEW_PASSWORD_REQUIRED'),
  ChallengeParameters: v.record(v.string(), v.string()),
});

/** cognito-local's output; a challenge for a new password lists the attributes as Amazon Cognito does: without `sub`. */
export function asNewPasswordChallenge(output: object, user: User): object {
  if (!v.is(newPasswordChallenge, output)) return output;
  const given = user.Attributes.filter(({ Name }) => Name !== 'sub').map(({ Name, Value }) => [Name, Value]);
  const userAttributes = JSON.stringify(Object.fromEntries(given));
  return { ...output, ChallengeParameters: { ...output.ChallengeParameters, userAttributes } };
}

const prefix = 'userAttributes.';

/**
 * Checks the attributes that a user sends with a new password (`userAttributes.NAME`).
 * @throws {UserPoolError} NotAuthorizedException for one that has a value
 */
export function checkAttributes(responses: Readonly<Record<string, string | undefined>>, user: User): void {
  const name = Object.keys(responses)
    .find((key) => key.startsWith(prefix))
    ?.slice(prefix.length);
  if (name === undefined) return;
  if (attributeOf(user, name) !== undefined) throw notAuthorized(`Cannot modify an already provided ${name}`);
  throw new UnsupportedOperationError('RespondToAuthChallenge with userAttributes');
}
