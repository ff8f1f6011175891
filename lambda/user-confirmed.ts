import { setTimeout as pause } from 'node:timers/promises';
import { CognitoIdentityProviderClient } from '@aws-sdk/client-cognito-identity-provider';
import * as v from 'valibot';
import { endSessionsAfterReset } from '../src/accounts/password-reset.ts';
import { userConfirmedEnvironment } from '../src/environment.ts';
import { createLog } from '../src/log.ts';
import { Plans } from '../src/plans.ts';
import { readEnvironment } from '../src/read-environment.ts';
import { readFunctionSettings } from '../src/settings.ts';
import { createDirectory } from '../src/table/directory-table.ts';
import { connectDynamoDb } from '../src/table/sdk-table.ts';
import { systemClock } from '../src/time.ts';
import { UserDirectory } from '../src/users/user-directory.ts';

const environment = readEnvironment(userConfirmedEnvironment, process.env);
const settings = readFunctionSettings(process.env);
const plans = new Plans(settings.plans);
const log = createLog(environment.LOG_LEVEL);
// Cognito waits 5 s, and then calls again.
const timeLimits = { maxAttempts: 2, requestHandler: { connectionTimeout: 500, requestTimeout: 1_000 } };
const cognito = new CognitoIdentityProviderClient(timeLimits);
const directory = createDirectory(connectDynamoDb(timeLimits), environment.DIRECTORY_TABLE);

/** Cognito's event (Amazon Cognito Developer Guide, "Post confirmation Lambda trigger"). */
const eventSchema = v.looseObject({
  triggerSource: v.string(),
  userPoolId: v.string(),
  userName: v.string(),
  request: v.looseObject({ userAttributes: v.looseObject({ email: v.string() }) }),
});

/** Called by the user pool after a confirmation. If it fails, the user sees an error and can reset the password again. */
export async function handler(event: unknown): Promise<unknown> {
  const { triggerSource, userPoolId, userName: accountId, request } = v.parse(eventSchema, event);
  if (triggerSource === 'PostConfirmation_ConfirmForgotPassword') {
    const users = new UserDirectory(cognito, userPoolId);
    const deps = { users, directory, settings, plans, clock: systemClock, pause };
    await endSessionsAfterReset(deps, { accountId, email: request.userAttributes.email });
    log.info('password_reset', { accountId });
  }
  return event;
}
