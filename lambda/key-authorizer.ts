import type { APIGatewaySimpleAuthorizerWithContextResult } from 'aws-lambda';
import { createAwsClient, dynamoDb } from '../src/aws/aws-services.ts';
import { keyAuthorizerEnvironment } from '../src/environment.ts';
import {
  authorize,
  type CallerIdentity,
  createUnknownKeyCounter,
  createUnknownPlanLog,
} from '../src/keys/authorize.ts';
import { mintSecret } from '../src/keys/secret.ts';
import { createLog } from '../src/log.ts';
import { managementApiName } from '../src/network.ts';
import { Plans } from '../src/plans.ts';
import { readEnvironment } from '../src/read-environment.ts';
import { recordCallLimits } from '../src/records/record.ts';
import { RefusalRecords } from '../src/records/refusal-records.ts';
import { readFunctionSettings } from '../src/settings.ts';
import { createSignedTable } from '../src/table/signed-table.ts';
import { systemClock } from '../src/time.ts';
import { readIdentity } from './authorizer-event.ts';
import { warmUp } from './warm-up.ts';

const environment = readEnvironment(keyAuthorizerEnvironment, process.env);
const { plans } = readFunctionSettings(process.env);
const dynamoDbClient = createAwsClient(dynamoDb, process.env);
const clock = systemClock;
const log = createLog(environment.LOG_LEVEL);
const records = createSignedTable(dynamoDbClient, environment.RECORDS_TABLE, recordCallLimits);
const deps = {
  directory: createSignedTable(dynamoDbClient, environment.DIRECTORY_TABLE),
  plans: new Plans(plans),
  refusals: new RefusalRecords({ records, clock, log }),
  clock,
  importedKeys: environment.IMPORTED_KEYS === 'on',
};

// Looks up a random secret, which no key has: the refusal leaves no trace.
await warmUp([authorize(mintSecret(), undefined, deps)], log);

const countingDeps = {
  ...deps,
  unknownKeys: createUnknownKeyCounter(log, clock),
  onUnknownPlan: createUnknownPlanLog(log, clock),
};

/**
 * The authorizer of `GET /v1/key`, whose answers are not cached: keys are refused, and refusals recorded, as at the RPC
 * API. Throws if Directory cannot be read.
 */
export async function handler(
  event: unknown,
): Promise<APIGatewaySimpleAuthorizerWithContextResult<Partial<CallerIdentity>>> {
  const authorized = authorize(readIdentity(event), managementApiName, countingDeps);
  const [identity] = await Promise.all([authorized, deps.refusals.writePending()]);
  return { isAuthorized: identity !== undefined, context: { ...identity } };
}
