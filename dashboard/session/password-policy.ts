/** The fewest characters of a password: the user pool's policy (lib/user-pool.ts). It asks for no kinds of characters. */
const fewest = 12;

/** The requirement for new passwords, as a text. */
export const passwordRequirement = `At least ${fewest} characters. A few random words are easy to remember.`;

/** What is wrong with a new password; null if it is valid, as React Aria's `validate` expects. */
export function passwordProblem(password: string): string | null {
  if (password.length < fewest) return `The password must have at least ${fewest} characters.`;
  // Amazon Cognito user pools API reference, "ChangePassword": the pattern of `ProposedPassword`.
  return password.trim() === password ? null : 'The password must not start or end with a space.';
}
