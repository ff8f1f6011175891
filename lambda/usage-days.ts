import type { Context } from 'aws-lambda';
import { longAwsCallLimits } from '../src/aws/aws-client.ts';
import { createAwsClient, dynamoDb } from '../src/aws/aws-services.ts';
import { NodePrices } from '../src/cost/node-prices.ts';
import { createMetricEmitter } from '../src/embedded-metrics.ts';
import { usageDaysEnvironment } from '../src/environment.ts';
import { createLog } from '../src/log.ts';
import { accountsIn } from '../src/margin/accounts-in.ts';
import { reportBelowCost } from '../src/margin/below-cost.ts';
import { NetworkChains } from '../src/network-chains.ts';
import { Plans } from '../src/plans.ts';
import { readEnvironment } from '../src/read-environment.ts';
import { readFunctionSettings } from '../src/settings.ts';
import { createQueryableTable, createSignedReads, createSignedScan } from '../src/table/signed-table.ts';
import { systemClock } from '../src/time.ts';
import { computeDays } from '../src/usage/compute-days.ts';

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

/**
 * Computes due days until the invocation's time is nearly over. When none is left, it reports once a day which accounts
 * are below cost. It rejects if some days failed, or the report.
 */
export async function handler(_event: unknown, context: Pick<Context, 'getRemainingTimeInMillis'>): Promise<void> {
  const run = { ...deps, deadline: clock() + context.getRemainingTimeInMillis() - reservedMs };
  if (await computeDays(run)) await reportBelowCost(run);
}
