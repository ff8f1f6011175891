import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { billingEventsEnvironment, readEnvironment } from '../../src/environment.ts';
import { createLog } from '../../src/log.ts';
import { Plans } from '../../src/plans.ts';
import { readFunctionSettings } from '../../src/settings.ts';
import { createDirectory } from '../../src/table/directory-table.ts';
import { connectDynamoDb, sdkTimeLimits } from '../../src/table/sdk-table.ts';
import { systemClock } from '../../src/time.ts';
import { readSecret } from '../control-plane/secret-reader.ts';
import { createBillingConnection } from './billing-connection.ts';
import { createEventHandler } from './event-handler.ts';

const environment = readEnvironment(billingEventsEnvironment, process.env);
const secrets = new SecretsManagerClient(sdkTimeLimits);
const clock = systemClock;
const log = createLog(environment.LOG_LEVEL);

/** Gets Stripe's events from the HTTP API, without an authorizer. */
export const handler = createEventHandler({
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
