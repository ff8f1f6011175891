/** The fewest characters of a password: the user pool's policy (lib/users/user-pool.ts). It asks for no kinds of characters. */
const fewest = 12;

/** The requirement for new passwords, as a text. */
export const passwordRequirement = `At least ${fewest} characters. A few random words are easy to remember.`;

/** What is wrong with a new password; undefined if it is valid. */
export function passwordProblem(password: string): string | undefined {
  if (password.length < fewest) return `The password must have at least ${fewest} characters.`;
  // Amazon Cognito user pools API reference, "ChangePassword": the pattern of `ProposedPassword`.
  return password.trim() === password ? undefined : 'The password must not start or end with a space.';
}
