/** A requirement for passwords and its check. */
type PasswordRule = { readonly text: string; readonly isMet: (password: string) => boolean };

/** The requirements for new passwords: the user pool's policy (lib/user-pool.ts). */
export const passwordPolicy: readonly PasswordRule[] = [
  { text: '12 characters or more', isMet: (password) => password.length >= 12 },
  { text: 'A lower-case letter', isMet: (password) => /[a-z]/.test(password) },
  { text: 'An upper-case letter', isMet: (password) => /[A-Z]/.test(password) },
  { text: 'A digit', isMet: (password) => /[0-9]/.test(password) },
  // The symbols that count (Amazon Cognito Developer Guide, "Adding user pool password requirements").
  { text: 'A symbol, such as ! or -', isMet: (password) => /[\^$*.[\]{}()?\-"!@#%&/\\,><':;|_~`+=]/.test(password) },
];

/** What is wrong with a new password; null if it is valid, as React Aria's `validate` expects. */
export const passwordProblem = (password: string): string | null =>
  passwordPolicy.every(({ isMet }) => isMet(password)) ? null : 'The password must meet every requirement in the list.';
