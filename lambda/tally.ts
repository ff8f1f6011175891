import middy from '@middy/core';
import type { DynamoDBBatchResponse } from 'aws-lambda';
import * as v from 'valibot';
import { createAwsClient, createBucketClient, dynamoDb } from '../src/aws/aws-services.ts';
import { createMetricEmitter } from '../src/embedded-metrics.ts';
import { tallyEnvironment } from '../src/environment.ts';
import { createLog } from '../src/log.ts';
import { NetworkChains } from '../src/network-chains.ts';
import { readEnvironment } from '../src/read-environment.ts';
import { readFunctionSettings } from '../src/settings.ts';
import { createSignedTable } from '../src/table/signed-table.ts';
import { systemClock } from '../src/time.ts';
import { createMarkDays } from '../src/usage/day-items.ts';
import { createSaveFailures } from '../src/usage/failure-bucket.ts';
import { createLastUsed } from '../src/usage/last-used.ts';
import { tally } from '../src/usage/tally.ts';

const environment = readEnvironment(tallyEnvironment, process.env);
const log = createLog(environment.LOG_LEVEL);
const usage = createSignedTable(createAwsClient(dynamoDb, process.env), environment.USAGE_TABLE);
const deps = {
  usage,
  chains: new NetworkChains(readFunctionSettings(process.env).networks),
  lastUsed: createLastUsed(usage, log),
  markDays: createMarkDays(usage, systemClock, log),
  divert: createSaveFailures(createBucketClient(environment.FAILURE_BUCKET, process.env), systemClock),
  clock: systemClock,
  log,
  emit: createMetricEmitter(environment.METRICS_NAMESPACE, (line) => void process.stdout.write(`${line}\n`)),
};

const eventSchema = v.object({ Records: v.array(v.unknown()) });

/** Adds a batch of the Records stream to the tallies. Returns the records that Lambda must deliver again. */
export const handler = middy<unknown, DynamoDBBatchResponse>()
  .handler(async (event) => {
    const again = await tally(v.parse(eventSchema, event).Records, deps);
    return { batchItemFailures: again.map((itemIdentifier) => ({ itemIdentifier })) };
  })
  .onError(({ error }) => log.error('tally_failed', { detail: String(error) }));
