import type { Stack } from 'aws-cdk-lib';
import type { Grant } from '../functions/grants.ts';
import type { EffectiveSettings } from '../settings/settings.ts';
import { mailSender } from './mail-sender.ts';

// Mails of our own, which functions send with Amazon SES. All others are Cognito's.

/** What a function needs to know to send mails: nothing without a sender in the settings. */
export function mailVariables({ mail, service }: EffectiveSettings, stack: Stack): Record<string, string> {
  if (!mail) return {};
  return {
    MAIL_FROM: mailSender(mail.fromName ?? service.name, mail.from),
    MAIL_REGION: mail.region ?? stack.region,
    ...(mail.replyTo && { MAIL_REPLY_TO: mail.replyTo }),
  };
}

/** From the identity of the settings alone. */
export function allowMails({ mail }: EffectiveSettings, stack: Stack): Grant[] {
  if (!mail) return [];
  const { from, verifiedDomain, region = stack.region } = mail;
  const resourceName = verifiedDomain ?? from;
  return [
    {
      actions: ['ses:SendEmail'],
      resources: [stack.formatArn({ service: 'ses', region, resource: 'identity', resourceName })],
    },
  ];
}
