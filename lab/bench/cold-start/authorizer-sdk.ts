import * as v from 'valibot';
import { systemClock } from '../../../src/clock.ts';
import { authorizerEnvironment, readEnvironment } from '../../../src/environment.ts';
import { authorize } from '../../../src/keys/authorize.ts';
import { createLog } from '../../../src/log.ts';
import { RefusalRecords } from '../../../src/records/refusal-records.ts';
import { connect } from '../../../src/table/connect.ts';
import { createTable } from '../../../src/table/table.ts';

// The authorizer over the SDK, as it was before.

const environment = readEnvironment(authorizerEnvironment, process.env);
const client = connect();
const parts = {
  directory: createTable(client, environment.DIRECTORY_TABLE),
  refusals: new RefusalRecords({
    records: createTable(client, environment.RECORDS_TABLE),
    clock: systemClock,
    log: createLog(environment.LOG_LEVEL),
  }),
  clock: systemClock,
};
const eventSchema = v.object({ identitySource: v.tuple([v.string()]) });

export const handler = (event: unknown): Promise<unknown> =>
  authorize(v.parse(eventSchema, event).identitySource[0], 'mainnet', parts);
