import { isCommonPassword } from '../../src/users/common-password.ts';

/** The fewest characters of a password: the user pool's policy (lib/users/user-pool.ts). It asks for no kinds of characters. */
const fewest = 12;

/** The requirement for new passwords, as a text. */
export const passwordRequirement = `At least ${fewest} characters. A few random words are easy to remember.`;

/**
 * What is wrong with a new password; undefined if it is valid.
 * @param email the user's address, as far as it is known
 */
export function passwordProblem(password: string, email = ''): string | undefined {
  if (password.length < fewest) return `The password must have at least ${fewest} characters.`;
  // Amazon Cognito user pools API reference, "ChangePassword": the pattern of `ProposedPassword`.
  if (password.trim() !== password) return 'The password must not start or end with a space.';
  // The user pool itself accepts it: at a sign-up and a reset, only this form refuses it.
  return isCommonPassword(password, [email]) ? 'This password is easy to guess. Choose a few random words.' : undefined;
}
