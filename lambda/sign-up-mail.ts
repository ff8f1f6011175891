import { CognitoIdentityProviderClient } from '@aws-sdk/client-cognito-identity-provider';
import * as v from 'valibot';
import { sendSignUpMail } from '../src/accounts/sign-up-mail.ts';
import { signUpMailEnvironment } from '../src/environment.ts';
import { createLog } from '../src/log.ts';
import { readEnvironment } from '../src/read-environment.ts';
import { readFunctionSettings } from '../src/settings.ts';
import { sdkTimeLimits } from '../src/table/sdk-table.ts';
import { connectSendMail, knownAddressText } from '../src/users/customer-mails.ts';
import { UserDirectory } from '../src/users/user-directory.ts';

const environment = readEnvironment(signUpMailEnvironment, process.env);
const { service } = readFunctionSettings(process.env);
const sendMail = connectSendMail(environment, service);

const deps = {
  users: new UserDirectory(new CognitoIdentityProviderClient(sdkTimeLimits), environment.USER_POOL_ID),
  tellCustomer:
    sendMail && ((email: string) => sendMail(email, knownAddressText(service.name, environment.DASHBOARD_URL))),
  log: createLog(environment.LOG_LEVEL),
};

const eventSchema = v.object({ email: v.string() });

/** Invoked by the public API without waiting. Lambda retries a failure, and may deliver an event twice. */
export const handler = (event: unknown): Promise<void> => sendSignUpMail(deps, v.parse(eventSchema, event).email);
