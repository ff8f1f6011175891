import * as v from 'valibot';
import { defaultSignUpMails } from '../../../lib/settings/function-settings.ts';
import { awsCalls } from '../aws-calls.ts';
import { ok, toDo, warning } from '../finding.ts';
import type { Question, Topic } from '../question.ts';
import { propertiesOf, textOf } from '../template.ts';

const pool = v.object({ EmailConfiguration: v.optional(v.object({ SourceArn: v.optional(v.unknown()) }), {}) });

/** Whether SES sends to customers, and knows the sender. Without the setting `mail`, the synthesis warns. */
export const mailQuestions: Topic = ({ resources, place }) => {
  const arns = propertiesOf(resources, 'AWS::Cognito::UserPool', pool)
    .map(({ EmailConfiguration }) => textOf(EmailConfiguration.SourceArn, place))
    .filter((arn) => arn.startsWith('arn:'));
  return [...new Set(arns)].flatMap((arn) => {
    const region = arn.split(':')[3] ?? place.region;
    return [sendingQuestion(region), identityQuestion(arn.slice(arn.indexOf('/') + 1), region)];
  });
};

const sendingQuestion = (region: string): Question => ({
  check: 'ses account',
  ask: async (ask) => {
    const account = await ask(awsCalls.mailAccount, {}, region);
    const perDay = account?.SendQuota.Max24HourSend ?? 0;
    if (!account?.ProductionAccessEnabled)
      return warning(
        `SES is in its sandbox: ${perDay} mails a day, and only to addresses that you have verified.`,
        'Ask for production access (docs/operating.md, "Mail to customers"), before customers sign up.',
      );
    if (!account.SendingEnabled)
      return toDo('SES has stopped this account from sending.', 'See the SES console for the reason.');
    // -1: no limit.
    if (perDay !== -1 && perDay < defaultSignUpMails.withSes)
      return warning(
        `SES sends ${perDay} mails a day, and sign-ups need ${defaultSignUpMails.withSes} by default.`,
        `Ask for a higher sending quota. Nothing is to be done if signUpMailsPerDay in your settings is ${perDay} or less.`,
      );
    return ok(`SES sends ${perDay === -1 ? 'any number of' : perDay} mails a day to every address.`);
  },
});

const identityQuestion = (identity: string, region: string): Question => ({
  check: `ses identity ${identity}`,
  ask: async (ask) => {
    const answer = await ask(awsCalls.mailIdentity, { 'email-identity': identity }, region);
    if (answer?.VerifiedForSendingStatus) return ok(`${identity} may send.`);
    const found = answer ? `${identity} is not verified yet.` : `SES does not know ${identity} in ${region}.`;
    return toDo(
      found,
      'Verify it (docs/operating.md, "Mail to customers"): the user pool cannot be created without it.',
    );
  },
});
