import { type UserPoolProps, VerificationEmailStyle } from 'aws-cdk-lib/aws-cognito';
import type { EffectiveSettings } from '../settings/settings.ts';

/**
 * The mails that Cognito sends. The invitation answers `POST /v1/sign-up` and `accounts create`; its code is the temporary
 * password. It names the dashboard only if that has a custom domain name: CloudFront's name depends on the pool.
 */
export const poolMails = ({
  service,
  domains,
}: EffectiveSettings): Pick<UserPoolProps, 'userVerification' | 'userInvitation'> => {
  const page = domains.dashboard && ` at https://${domains.dashboard.name}/sign-up`;
  return {
    userVerification: {
      emailSubject: `Your ${service.name} verification code`,
      emailBody: `Your ${service.name} verification code is {####}.`,
      emailStyle: VerificationEmailStyle.CODE,
    },
    userInvitation: {
      emailSubject: `Your ${service.name} sign-up code`,
      emailBody:
        `Your sign-up code for ${service.name} is {####}. It is valid for one day. Enter it${page ?? ''} with your ` +
        'email address {username} and choose a password. If you did not ask for this, ignore it.',
    },
  };
};
