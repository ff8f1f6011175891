import middy from '@middy/core';
import type { DynamoDBBatchResponse } from 'aws-lambda';
import * as v from 'valibot';
import { systemClock } from '../../src/clock.ts';
import { readEnvironment, tallyEnvironment } from '../../src/environment.ts';
import { createLog } from '../../src/log.ts';
import { connect } from '../../src/table/connect.ts';
import { createTable } from '../../src/table/table.ts';
import { createLastUsed } from '../../src/usage/last-used.ts';
import { tally } from '../../src/usage/tally.ts';

const environment = readEnvironment(tallyEnvironment, process.env);
const log = createLog(environment.LOG_LEVEL);
const usage = createTable(connect(), environment.USAGE_TABLE);
const parts = {
  usage,
  lastUsed: createLastUsed(usage, log),
  clock: systemClock,
  log,
  emit: (line: string) => void process.stdout.write(`${line}\n`),
};

const eventSchema = v.object({ Records: v.array(v.unknown()) });

/** Adds a batch of the Records stream to the tallies and names the records that are to be delivered again. */
export const handler = middy<unknown, DynamoDBBatchResponse>()
  .handler(async (event) => {
    const failed = await tally(v.parse(eventSchema, event).Records, parts);
    return { batchItemFailures: failed.map((itemIdentifier) => ({ itemIdentifier })) };
  })
  .onError(({ error }) => log.error('tally_failed', { detail: String(error) }));
