import * as v from 'valibot';
import { authorizerEnvironment, readEnvironment } from '../../../src/environment.ts';
import { authorize } from '../../../src/keys/authorize.ts';
import { createLog } from '../../../src/log.ts';
import { Plans } from '../../../src/plans.ts';
import { RefusalRecords } from '../../../src/records/refusal-records.ts';
import { readFunctionSettings } from '../../../src/settings.ts';
import { connectDynamoDb, createSdkTable } from '../../../src/table/sdk-table.ts';
import { systemClock } from '../../../src/time.ts';

// The authorizer with the AWS SDK, for comparison.

const environment = readEnvironment(authorizerEnvironment, process.env);
const client = connectDynamoDb();
const parts = {
  plans: new Plans(readFunctionSettings(process.env).plans),
  directory: createSdkTable(client, environment.DIRECTORY_TABLE),
  refusals: new RefusalRecords({
    records: createSdkTable(client, environment.RECORDS_TABLE),
    clock: systemClock,
    log: createLog(environment.LOG_LEVEL),
  }),
  clock: systemClock,
};
const eventSchema = v.object({ identitySource: v.tuple([v.string()]) });

export const handler = (event: unknown): Promise<unknown> =>
  authorize(v.parse(eventSchema, event).identitySource[0], 'mainnet', parts);
