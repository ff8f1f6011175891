import type { Context } from 'aws-lambda';
import { longAwsCallLimits } from '../src/aws/aws-client.ts';
import { createAwsClient, dynamoDb } from '../src/aws/aws-services.ts';
import { createMetricEmitter } from '../src/embedded-metrics.ts';
import { usageDaysEnvironment } from '../src/environment.ts';
import { createLog } from '../src/log.ts';
import { readEnvironment } from '../src/read-environment.ts';
import { createQueryableTable } from '../src/table/signed-table.ts';
import { systemClock } from '../src/time.ts';
import { computeDays } from '../src/usage/compute-days.ts';

/** Enough to finish the days that were started: each takes a few calls of at most 10 s. */
const reservedMs = 45_000;

const environment = readEnvironment(usageDaysEnvironment, process.env);
const clock = systemClock;
const client = createAwsClient(dynamoDb, process.env, { limits: longAwsCallLimits });
const deps = {
  usage: createQueryableTable(client, environment.USAGE_TABLE),
  clock,
  log: createLog(environment.LOG_LEVEL),
  emit: createMetricEmitter(environment.METRICS_NAMESPACE, (line) => void process.stdout.write(`${line}\n`)),
};

/** Computes due days until the invocation's time is nearly over. It rejects if some days failed. */
export const handler = (_event: unknown, context: Pick<Context, 'getRemainingTimeInMillis'>): Promise<void> =>
  computeDays({ ...deps, deadline: clock() + context.getRemainingTimeInMillis() - reservedMs });
