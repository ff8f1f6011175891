import { type SESv2Client, SendEmailCommand } from '@aws-sdk/client-sesv2';

export type KnownAddressMail = {
  /** For example `Sluice <hello@example.com>`. */
  readonly from: string;
  readonly replyTo: string | undefined;
  readonly service: { readonly name: string };
  /** Without a trailing slash, if it is known. */
  readonly dashboardUrl: string | undefined;
};

/** Tells a customer that somebody asked for a new account with their address. */
export const createKnownAddressMail =
  (ses: Pick<SESv2Client, 'send'>, { from, replyTo, service, dashboardUrl }: KnownAddressMail) =>
  async (email: string): Promise<void> => {
    const page = dashboardUrl ? ` at ${dashboardUrl}/sign-in` : '';
    const text =
      `Somebody asked for a new account at ${service.name} with your e-mail address. You already have one: sign in${page}. ` +
      'If you forgot your password, you can set a new one there. If you did not ask for this, ignore it.\n';
    await ses.send(
      new SendEmailCommand({
        FromEmailAddress: from,
        ...(replyTo && { ReplyToAddresses: [replyTo] }),
        Destination: { ToAddresses: [email] },
        Content: {
          Simple: {
            Subject: { Data: `Your ${service.name} account` },
            Body: { Text: { Data: text, Charset: 'UTF-8' } },
          },
        },
      }),
    );
  };
