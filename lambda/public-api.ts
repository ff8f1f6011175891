import { setTimeout as pause } from 'node:timers/promises';
import { CognitoIdentityProviderClient } from '@aws-sdk/client-cognito-identity-provider';
import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { createSecretReader } from '../src/aws/secret-reader.ts';
import { createMetricEmitter, metricNames } from '../src/embedded-metrics.ts';
import { publicApiEnvironment } from '../src/environment.ts';
import { createGitHubKeys } from '../src/leaks/github-keys.ts';
import { createLog } from '../src/log.ts';
import { createClientAddress } from '../src/management-api/client-address.ts';
import { createPublicApi } from '../src/management-api/public-app.ts';
import { Plans } from '../src/plans.ts';
import { readEnvironment } from '../src/read-environment.ts';
import { readFunctionSettings } from '../src/settings.ts';
import { createDirectory } from '../src/table/directory-table.ts';
import { connectDynamoDb, sdkTimeLimits } from '../src/table/sdk-table.ts';
import { systemClock } from '../src/time.ts';
import { UserDirectory } from '../src/users/user-directory.ts';
import { onHttpEvents } from './http-event.ts';

const environment = readEnvironment(publicApiEnvironment, process.env);
const settings = readFunctionSettings(process.env);
const clock = systemClock;
const log = createLog(environment.LOG_LEVEL);
const lambda = new LambdaClient(sdkTimeLimits);
const originSecret = createSecretReader(new SecretsManagerClient(sdkTimeLimits), environment.ORIGIN_SECRET);
const emit = createMetricEmitter(environment.METRICS_NAMESPACE, (line) => void process.stdout.write(`${line}\n`));

/** Answers sign-ups, recovery codes and reports of leaked secrets, called by the HTTP API without an authorizer. */
export const handler = onHttpEvents(
  createPublicApi({
    settings,
    plans: new Plans(settings.plans),
    leaks: {
      byHolder: environment.LEAKS_BY_HOLDER,
      gitHub:
        environment.LEAKS_BY_GITHUB === 'off'
          ? undefined
          : {
              response: environment.LEAKS_BY_GITHUB,
              findKey: createGitHubKeys(clock, log, environment.GITHUB_KEYS_URL),
            },
    },
    directory: createDirectory(connectDynamoDb(), environment.DIRECTORY_TABLE),
    users: new UserDirectory(new CognitoIdentityProviderClient(sdkTimeLimits), environment.USER_POOL_ID),
    serverClientId: environment.SERVER_CLIENT_ID,
    clientAddress: createClientAddress(originSecret, clock, log, settings.isBehindFirewall),
    sendMail: async (email) => {
      const Payload = JSON.stringify({ email });
      const FunctionName = environment.SIGN_UP_MAIL_FUNCTION;
      await lambda.send(new InvokeCommand({ FunctionName, InvocationType: 'Event', Payload }));
    },
    onLimit: () =>
      emit({
        at: clock(),
        dimensions: {},
        dimensionSets: [[]],
        values: { [metricNames.signUpsOverLimit]: { unit: 'Count', value: 1 } },
      }),
    pause,
    clock,
    log,
  }),
);
