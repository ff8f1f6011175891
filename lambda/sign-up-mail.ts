import { CognitoIdentityProviderClient } from '@aws-sdk/client-cognito-identity-provider';
import { SESv2Client } from '@aws-sdk/client-sesv2';
import * as v from 'valibot';
import { sendSignUpMail } from '../src/accounts/sign-up-mail.ts';
import { signUpMailEnvironment } from '../src/environment.ts';
import { createLog } from '../src/log.ts';
import { readEnvironment } from '../src/read-environment.ts';
import { readFunctionSettings } from '../src/settings.ts';
import { sdkTimeLimits } from '../src/table/sdk-table.ts';
import { createSendMail, knownAddressText } from '../src/users/customer-mails.ts';
import { UserDirectory } from '../src/users/user-directory.ts';

const environment = readEnvironment(signUpMailEnvironment, process.env);
const { service } = readFunctionSettings(process.env);
const { MAIL_FROM: from, MAIL_REGION: region, MAIL_REPLY_TO: replyTo, DASHBOARD_URL: dashboardUrl } = environment;

const sendMail =
  from && region
    ? createSendMail(new SESv2Client({ ...sdkTimeLimits, region }), { from, replyTo, service })
    : undefined;

const deps = {
  users: new UserDirectory(new CognitoIdentityProviderClient(sdkTimeLimits), environment.USER_POOL_ID),
  tellCustomer: sendMail && ((email: string) => sendMail(email, knownAddressText(service.name, dashboardUrl))),
  log: createLog(environment.LOG_LEVEL),
};

const eventSchema = v.object({ email: v.string() });

/** Invoked by the public API without waiting. Lambda retries a failure, and may deliver an event twice. */
export const handler = (event: unknown): Promise<void> => sendSignUpMail(deps, v.parse(eventSchema, event).email);
