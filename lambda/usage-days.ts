import type { Context } from 'aws-lambda';
import { longCallLimits } from '../src/aws/service.ts';
import { dynamoDb, reach } from '../src/aws/services.ts';
import { systemClock } from '../src/clock.ts';
import { readEnvironment, usageDaysEnvironment } from '../src/environment.ts';
import { createLog } from '../src/log.ts';
import { createEmit } from '../src/metrics.ts';
import { computeDays } from '../src/usage/compute-days.ts';
import { createUsageTable } from '../src/usage/usage-table.ts';

/** Enough to finish the days that were begun: each is a few calls of 10 s at most. */
const reservedMs = 45_000;

const environment = readEnvironment(usageDaysEnvironment, process.env);
const clock = systemClock;
const service = reach(dynamoDb, process.env, { limits: longCallLimits });
const parts = {
  usage: createUsageTable(service, environment.USAGE_TABLE),
  clock,
  log: createLog(environment.LOG_LEVEL),
  emit: createEmit(environment.METRICS_NAMESPACE, (line) => void process.stdout.write(`${line}\n`)),
};

/** Computes the days that are due, as far as the time of one invocation reaches; fails when some could not be. */
export const handler = (_event: unknown, context: Pick<Context, 'getRemainingTimeInMillis'>): Promise<void> =>
  computeDays({ ...parts, deadline: clock() + context.getRemainingTimeInMillis() - reservedMs });
