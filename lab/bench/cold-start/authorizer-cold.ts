import * as v from 'valibot';
import { createAwsClient, dynamoDb } from '../../../src/aws/aws-services.ts';
import { authorizerEnvironment, readEnvironment } from '../../../src/environment.ts';
import { authorize } from '../../../src/keys/authorize.ts';
import { createLog } from '../../../src/log.ts';
import { Plans } from '../../../src/plans.ts';
import { RefusalRecords } from '../../../src/records/refusal-records.ts';
import { readFunctionSettings } from '../../../src/settings.ts';
import { createSignedTable } from '../../../src/table/signed-table.ts';
import { systemClock } from '../../../src/time.ts';

// The authorizer without its warm-up.

const environment = readEnvironment(authorizerEnvironment, process.env);
const service = createAwsClient(dynamoDb, process.env);
const parts = {
  plans: new Plans(readFunctionSettings(process.env).plans),
  directory: createSignedTable(service, environment.DIRECTORY_TABLE),
  refusals: new RefusalRecords({
    records: createSignedTable(service, environment.RECORDS_TABLE),
    clock: systemClock,
    log: createLog(environment.LOG_LEVEL),
  }),
  clock: systemClock,
};
const eventSchema = v.object({ identitySource: v.tuple([v.string()]) });

export const handler = (event: unknown): Promise<unknown> =>
  authorize(v.parse(eventSchema, event).identitySource[0], 'mainnet', parts);
