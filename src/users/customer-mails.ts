import { type SESv2Client, SendEmailCommand } from '@aws-sdk/client-sesv2';

export type MailSender = {
  /** For example `Sluice <hello@example.com>`. */
  readonly from: string;
  readonly replyTo: string | undefined;
  readonly service: { readonly name: string };
};

/** Sends a mail of plain text to a customer. */
export type SendMail = (email: string, text: string) => Promise<void>;

/** Sends with Amazon SES. Without a sender's address nothing can be sent. */
export const createSendMail =
  (ses: Pick<SESv2Client, 'send'>, { from, replyTo, service }: MailSender): SendMail =>
  async (email, text) => {
    await ses.send(
      new SendEmailCommand({
        FromEmailAddress: from,
        ...(replyTo && { ReplyToAddresses: [replyTo] }),
        Destination: { ToAddresses: [email] },
        Content: {
          Simple: {
            Subject: { Data: `Your ${service.name} account`, Charset: 'UTF-8' },
            Body: { Text: { Data: text, Charset: 'UTF-8' } },
          },
        },
      }),
    );
  };

/**
 * To customers with whose address somebody asked for a new account.
 * @param dashboardUrl without a trailing slash, if it is known
 */
export function knownAddressText(service: string, dashboardUrl: string | undefined): string {
  const page = dashboardUrl ? ` at ${dashboardUrl}/sign-in` : '';
  return (
    `Somebody asked for a new account at ${service} with your e-mail address. You already have one: sign in${page}. ` +
    'If you forgot your password, you can set a new one there. If you did not ask for this, ignore it.\n'
  );
}

/**
 * To the address that an account had until now. It does not name the new one: the mailbox may belong to an employer.
 * @param support an https or mailto URL, if the operator has one
 */
export function formerAddressText(service: string, support: string | undefined): string {
  const help = support ? `ask for help at once: ${support.replace(/^mailto:/, '')}` : 'answer this mail at once';
  return (
    `Your ${service} account has another e-mail address now: this one no longer signs in. ` +
    `If you did not change it, somebody knows your password: ${help}.\n`
  );
}
