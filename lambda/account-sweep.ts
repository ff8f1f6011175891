import { setTimeout as pause } from 'node:timers/promises';
import { CognitoIdentityProviderClient } from '@aws-sdk/client-cognito-identity-provider';
import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import type { Context } from 'aws-lambda';
import { sweepAccounts } from '../src/accounts/sweep-accounts.ts';
import { readSecret } from '../src/aws/secret-reader.ts';
import { createBillingConnection } from '../src/billing/billing-connection.ts';
import { closeBilling } from '../src/billing/close-billing.ts';
import type { Account } from '../src/directory/directory-items.ts';
import { createMetricEmitter } from '../src/embedded-metrics.ts';
import { accountSweepEnvironment } from '../src/environment.ts';
import { createLog } from '../src/log.ts';
import { readEnvironment } from '../src/read-environment.ts';
import { createDirectory, createScan } from '../src/table/directory-table.ts';
import { connectDynamoDb, createSdkTable } from '../src/table/sdk-table.ts';
import { systemClock } from '../src/time.ts';
import { UserDirectory } from '../src/users/user-directory.ts';

/** Enough to finish a page of accounts and to suspend those without a user. */
const reservedMs = 150_000;

/** Few enough to be worked off in half a minute, because the time is looked at between two pages. */
const pageSize = 500;

const environment = readEnvironment(accountSweepEnvironment, process.env);
const clock = systemClock;
// No client waits, so the SDK may repeat throttled calls more often than its default of 3.
const client = connectDynamoDb({ maxAttempts: 8 });
const log = createLog(environment.LOG_LEVEL);
const directory = createDirectory(client, environment.DIRECTORY_TABLE);
const deps = {
  directory,
  scan: createScan(client, environment.DIRECTORY_TABLE, pageSize),
  usage: createSdkTable(client, environment.USAGE_TABLE),
  users: new UserDirectory(new CognitoIdentityProviderClient({ maxAttempts: 8 }), environment.USER_POOL_ID),
  clock,
  pause: (ms: number) => pause(ms),
  closeBilling: createCloseBilling(environment.BILLING_SETTINGS),
  log,
  emit: createMetricEmitter(environment.METRICS_NAMESPACE, (line) => void process.stdout.write(`${line}\n`)),
};

/** Undefined if billing is off. */
function createCloseBilling(settings: string | undefined): ((account: Account) => Promise<void>) | undefined {
  if (settings === undefined) return undefined;
  const secrets = new SecretsManagerClient({ maxAttempts: 8 });
  const connect = createBillingConnection(settings, { readSecret: (name) => readSecret(secrets, name), clock, log });
  return async (account) => closeBilling({ directory, clock, log, ...(await connect()) }, account);
}

/** Sweeps accounts until the invocation's time is nearly over. */
export function handler(_event: unknown, context: Pick<Context, 'getRemainingTimeInMillis'>): Promise<void> {
  const startedAt = clock();
  return sweepAccounts({ ...deps, startedAt, deadline: startedAt + context.getRemainingTimeInMillis() - reservedMs });
}
