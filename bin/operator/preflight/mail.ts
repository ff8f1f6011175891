import { GetAccountCommand, GetEmailIdentityCommand, SESv2Client } from '@aws-sdk/client-sesv2';
import { functionSettings } from '../../../lib/settings/function-settings.ts';
import type { EffectiveSettings } from '../../../lib/settings/settings.ts';
import { type Check, ifPresent, ok, toDo } from './check.ts';

/** Whether SES sends to customers, and knows the sender. Without `mail`, Cognito sends, and nothing is asked. */
export function mailChecks(settings: EffectiveSettings, region: string): Check[] {
  const { mail } = settings;
  if (!mail) return [withoutSes];
  const client = new SESv2Client({ region: mail.region ?? region });
  const identity = mail.verifiedDomain ?? mail.from;
  return [sendingCheck(client, functionSettings(settings).signUpMailsPerDay), identityCheck(client, identity)];
}

const withoutSes: Check = {
  check: 'mail',
  permission: 'none',
  ask: async () => ok('Cognito sends the mails itself, at most 50 a day. Set mail before you expect more sign-ups.'),
};

const sendingCheck = (client: SESv2Client, mailsPerDay: number): Check => ({
  check: 'ses account',
  permission: 'ses:GetAccount',
  ask: async () => {
    const { ProductionAccessEnabled, SendingEnabled, SendQuota } = await client.send(new GetAccountCommand());
    const perDay = SendQuota?.Max24HourSend ?? 0;
    if (!ProductionAccessEnabled)
      return toDo(
        `SES is in its sandbox: ${perDay} mails a day, and only to addresses that you have verified.`,
        'Ask for production access (docs/operating.md, "Mail to customers"), before customers sign up.',
      );
    if (!SendingEnabled)
      return toDo('SES has stopped this account from sending.', 'See the SES console for the reason.');
    // -1: no limit.
    if (perDay !== -1 && perDay < mailsPerDay)
      return toDo(
        `SES sends ${perDay} mails a day, and sign-ups may need ${mailsPerDay}.`,
        `Ask for a higher sending quota, or set signUpMailsPerDay to ${perDay} at the most.`,
      );
    return ok(`SES sends ${perDay === -1 ? 'any number of' : perDay} mails a day to every address.`);
  },
});

const identityCheck = (client: SESv2Client, EmailIdentity: string): Check => ({
  check: `ses identity ${EmailIdentity}`,
  permission: 'ses:GetEmailIdentity',
  ask: async () => {
    const request = client.send(new GetEmailIdentityCommand({ EmailIdentity }));
    const answer = await ifPresent(request, 'NotFoundException');
    if (answer?.VerifiedForSendingStatus) return ok(`${EmailIdentity} may send.`);
    const found = answer
      ? `${EmailIdentity} is not verified yet.`
      : `SES does not know ${EmailIdentity} in this region.`;
    return toDo(found, 'Verify it (docs/operating.md, "Mail to customers"): the mails of the deployment need it.');
  },
});
