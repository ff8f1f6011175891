import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import type { Context } from 'aws-lambda';
import { readSecret } from '../src/aws/secret-reader.ts';
import { createBillingConnection } from '../src/billing/billing-connection.ts';
import { runReconciliation } from '../src/billing/run-reconciliation.ts';
import { createMetricEmitter } from '../src/embedded-metrics.ts';
import { billingReconciliationEnvironment } from '../src/environment.ts';
import { createLog } from '../src/log.ts';
import { Plans } from '../src/plans.ts';
import { readEnvironment } from '../src/read-environment.ts';
import { readFunctionSettings } from '../src/settings.ts';
import { createDirectory, createScan } from '../src/table/directory-table.ts';
import { connectDynamoDb, createSdkTable } from '../src/table/sdk-table.ts';
import { systemClock } from '../src/time.ts';
import { lastUsedAt } from '../src/usage/last-used.ts';

/** Enough to finish the accounts that were begun: each takes a few calls of Stripe. */
const reservedMs = 120_000;

/** Few enough to be worked off in a minute, because the time is looked at between two pages. */
const pageSize = 100;

const environment = readEnvironment(billingReconciliationEnvironment, process.env);
// No client waits, so the SDK may repeat throttled calls more often than its default of 3.
const secrets = new SecretsManagerClient({ maxAttempts: 8 });
const client = connectDynamoDb({ maxAttempts: 8 });
const clock = systemClock;
const log = createLog(environment.LOG_LEVEL);
const usage = createSdkTable(client, environment.USAGE_TABLE);
const deps = {
  directory: createDirectory(client, environment.DIRECTORY_TABLE),
  scan: createScan(client, environment.DIRECTORY_TABLE, pageSize),
  lastUsedAt: (keyIds: readonly string[]) => lastUsedAt(usage, keyIds),
  plans: new Plans(readFunctionSettings(process.env).plans),
  clock,
  log,
  emit: createMetricEmitter(environment.METRICS_NAMESPACE, (line) => void process.stdout.write(`${line}\n`)),
};
const connect = createBillingConnection(environment.BILLING_SETTINGS, {
  readSecret: (name) => readSecret(secrets, name),
  clock,
  log,
});

/** Runs the reconciliation until the invocation's time is nearly over. It rejects if Stripe's keys cannot be read. */
export async function handler(_event: unknown, context: Pick<Context, 'getRemainingTimeInMillis'>): Promise<void> {
  const deadline = clock() + context.getRemainingTimeInMillis() - reservedMs;
  await runReconciliation({ ...deps, ...(await connect()) }, deadline);
}
