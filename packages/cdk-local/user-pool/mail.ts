import type { UserPool } from './user-pool-properties.ts';

/** An email that Amazon Cognito or SES would send. */
export type Mail = {
  readonly email: string;
  readonly from: string;
  readonly subject: string;
  readonly body: string;
  /** The code or temporary password in the body, of a mail from Cognito. */
  readonly code?: string;
};

/** The mail with a code: for a sign-up, a new address and a forgotten password. */
export function verificationMail(pool: UserPool, email: string, code: string): Mail {
  const { EmailSubject, EmailMessage } = pool.VerificationMessageTemplate;
  return mailOf(pool, { email, code, subject: EmailSubject, body: EmailMessage.replaceAll('{####}', code) });
}

/** The mail to a user whom an administrator has created. `username` is the name that the administrator gave. */
export function invitationMail(pool: UserPool, email: string, username: string, password: string): Mail {
  const { EmailSubject, EmailMessage } = pool.AdminCreateUserConfig.InviteMessageTemplate;
  // A function, because a password may contain `$&`.
  const body = EmailMessage.replaceAll('{username}', () => username).replaceAll('{####}', () => password);
  return mailOf(pool, { email, code: password, subject: EmailSubject, body });
}

const mailOf = ({ EmailConfiguration }: UserPool, mail: Omit<Mail, 'from'>): Mail => ({
  ...mail,
  from: EmailConfiguration.From,
});

/** A mail as text, for the log. */
export const mailText = ({ email, from, subject, body }: Mail): string =>
  `Mail to ${email}\nFrom: ${from}\nSubject: ${subject}\n\n${body}\n`;
