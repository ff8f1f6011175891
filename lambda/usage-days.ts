import type { Context } from 'aws-lambda';
import * as v from 'valibot';
import { longAwsCallLimits } from '../src/aws/aws-client.ts';
import { createAwsClient, createBucketClient, dynamoDb, regionFrom } from '../src/aws/aws-services.ts';
import { NodePrices } from '../src/cost/node-prices.ts';
import { createMetricEmitter, metricNames } from '../src/embedded-metrics.ts';
import { statusEvent, usageDaysEnvironment } from '../src/environment.ts';
import { createLog } from '../src/log.ts';
import { accountsIn } from '../src/margin/accounts-in.ts';
import { reportBelowCost } from '../src/margin/below-cost.ts';
import { NetworkChains } from '../src/network-chains.ts';
import { Plans } from '../src/plans.ts';
import { readEnvironment } from '../src/read-environment.ts';
import { readFunctionSettings } from '../src/settings.ts';
import { createHistoryReader } from '../src/status-page/network-history.ts';
import { publishStatus } from '../src/status-page/publish-status.ts';
import {
  createQueryableTable,
  createSignedReads,
  createSignedScan,
  createSignedTable,
} from '../src/table/signed-table.ts';
import { systemClock } from '../src/time.ts';
import { computeDays } from '../src/usage/compute-days.ts';
import { sumNetworkDays } from '../src/usage/network-totals.ts';

/** Enough to finish the days that were started: each takes a few calls of at most 10 s. */
const reservedMs = 45_000;

const environment = readEnvironment(usageDaysEnvironment, process.env);
const settings = readFunctionSettings(process.env);
const clock = systemClock;
const client = createAwsClient(dynamoDb, process.env, { limits: longAwsCallLimits });
const scanDirectory = createSignedScan(client, environment.DIRECTORY_TABLE);
const costs = {
  records: createSignedReads(client, environment.RECORDS_TABLE),
  prices: new NodePrices(settings.networks),
  chains: new NetworkChains(settings.networks),
};
const deps = {
  usage: createQueryableTable(client, environment.USAGE_TABLE),
  costs: costs.prices.any ? costs : undefined,
  directory: createSignedReads(client, environment.DIRECTORY_TABLE),
  accounts: () => accountsIn(scanDirectory),
  plans: new Plans(settings.plans),
  nodesHaveCosts: costs.prices.any,
  freeAccountDollars: settings.freeAccountDollarsPerWeek,
  clock,
  log: createLog(environment.LOG_LEVEL),
  emit: createMetricEmitter(environment.METRICS_NAMESPACE, (line) => void process.stdout.write(`${line}\n`)),
};

const status = environment.STATUS_BUCKET !== undefined && {
  settings,
  region: regionFrom(process.env),
  networks: createSignedTable(client, environment.NETWORKS_TABLE),
  history: createHistoryReader(createSignedReads(client, environment.NETWORKS_TABLE)),
  usage: deps.usage,
  bucket: createBucketClient(environment.STATUS_BUCKET, process.env),
  clock,
};

const statusRun = v.object({ write: v.literal(statusEvent.write) });

/** Writes the public status file. It rejects if it could not, so that Lambda counts an error. */
async function writeStatus(): Promise<void> {
  if (!status) return;
  try {
    await publishStatus(status);
    const values = { [metricNames.statusWritten]: { unit: 'Count', value: 1 } } as const;
    deps.emit({ at: clock(), dimensions: {}, dimensionSets: [[]], values });
  } catch (error) {
    deps.log.error('status_not_published', { detail: String(error) });
    throw error;
  }
}

/**
 * Writes the public status file if the event says so. Otherwise it computes due days until the invocation's time is nearly
 * over. When none is left, it reports once a day which accounts are below cost, and adds up the networks' days for the status
 * page. It rejects if some days failed, or one of these.
 */
export async function handler(event: unknown, context: Pick<Context, 'getRemainingTimeInMillis'>): Promise<void> {
  if (v.is(statusRun, event)) return writeStatus();
  const run = { ...deps, deadline: clock() + context.getRemainingTimeInMillis() - reservedMs };
  if (!(await computeDays(run))) return;
  // A failure of one must not keep the other from running, and fails the run.
  try {
    await reportBelowCost(run);
  } finally {
    if (status) await sumNetworkDays(run);
  }
}
