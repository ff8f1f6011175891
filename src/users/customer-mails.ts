import { SESv2Client, type SESv2ClientConfig, SendEmailCommand } from '@aws-sdk/client-sesv2';
import type { SignUpMailVariables } from '../environment.ts';
import { sdkTimeLimits } from '../table/sdk-table.ts';

export type MailSender = {
  /** For example `Sluice <hello@example.com>`. */
  readonly from: string;
  readonly replyTo: string | undefined;
  readonly service: { readonly name: string };
};

/** Sends a mail of plain text to a customer. */
export type SendMail = (email: string, text: string) => Promise<void>;

/** Sends as a function's variables say; undefined without a sender. */
export function connectSendMail(
  { MAIL_FROM: from, MAIL_REGION: region, MAIL_REPLY_TO: replyTo }: SenderVariables,
  service: MailSender['service'],
  options: SESv2ClientConfig = {},
): SendMail | undefined {
  if (!from || !region) return undefined;
  return createSendMail(new SESv2Client({ ...sdkTimeLimits, region, ...options }), { from, replyTo, service });
}

type SenderVariables = Pick<SignUpMailVariables, 'MAIL_FROM' | 'MAIL_REGION' | 'MAIL_REPLY_TO'>;

/** Sends with Amazon SES. */
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
    `Somebody asked for a new account at ${service} with your email address. You already have one: sign in${page}. ` +
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
    `Your ${service} account has another email address now: this one no longer signs in. ` +
    `If you did not change it, somebody knows your password: ${help}.\n`
  );
}
