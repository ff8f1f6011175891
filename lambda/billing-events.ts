import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { readSecret } from '../src/aws/secret-reader.ts';
import { createBillingConnection } from '../src/billing/billing-connection.ts';
import { createEventEndpoint } from '../src/billing/event-endpoint.ts';
import { billingEventsEnvironment } from '../src/environment.ts';
import { createLog } from '../src/log.ts';
import { Plans } from '../src/plans.ts';
import { readEnvironment } from '../src/read-environment.ts';
import { readFunctionSettings } from '../src/settings.ts';
import { createDirectory } from '../src/table/directory-table.ts';
import { connectDynamoDb, sdkTimeLimits } from '../src/table/sdk-table.ts';
import { systemClock } from '../src/time.ts';
import { onHttpEvents } from './http-event.ts';

const environment = readEnvironment(billingEventsEnvironment, process.env);
const secrets = new SecretsManagerClient(sdkTimeLimits);
const clock = systemClock;
const log = createLog(environment.LOG_LEVEL);

const answerEvent = createEventEndpoint({
  connect: createBillingConnection(environment.BILLING_SETTINGS, {
    readSecret: (name) => readSecret(secrets, name),
    clock,
    log,
  }),
  directory: createDirectory(connectDynamoDb(), environment.DIRECTORY_TABLE),
  plans: new Plans(readFunctionSettings(process.env).plans),
  clock,
  log,
});

/** Gets Stripe's events from the HTTP API, without an authorizer. */
export const handler = onHttpEvents((_, { requestId, headers, body }) =>
  answerEvent({ requestId, signature: headers['stripe-signature'], body }),
);
