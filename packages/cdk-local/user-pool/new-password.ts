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

/** The parameters of NEW_PASSWORD_REQUIRED. As on AWS, `sub` is not among the attributes. */
export function newPasswordParameters({ Attributes }: User) {
  const given = Attributes.filter(({ Name }) => Name !== 'sub').map(({ Name, Value }) => [Name, Value]);
  return { requiredAttributes: '[]', userAttributes: JSON.stringify(Object.fromEntries(given)) };
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
