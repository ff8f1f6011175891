/** A demand on passwords, in words, and whether a password meets it. */
export type PasswordRule = { readonly text: string; readonly isMet: (password: string) => boolean };

/** What a new password must have: the policy of the user pool (lib/user-pool.ts). */
export const passwordPolicy: readonly PasswordRule[] = [
  { text: '12 characters or more', isMet: (password) => password.length >= 12 },
  { text: 'A lower-case letter', isMet: (password) => /[a-z]/.test(password) },
  { text: 'An upper-case letter', isMet: (password) => /[A-Z]/.test(password) },
  { text: 'A digit', isMet: (password) => /[0-9]/.test(password) },
  // The symbols that count (Amazon Cognito Developer Guide, "Adding user pool password requirements").
  { text: 'A symbol, such as ! or -', isMet: (password) => /[\^$*.[\]{}()?\-"!@#%&/\\,><':;|_~`+=]/.test(password) },
];

/** Why a password cannot be a new one; null when it can, as fields want it. */
export const passwordProblem = (password: string): string | null =>
  passwordPolicy.every(({ isMet }) => isMet(password)) ? null : 'The password has to meet each point of the list.';
