import type { APIGatewaySimpleAuthorizerWithContextResult } from 'aws-lambda';
import * as v from 'valibot';
import { createAwsClient, dynamoDb } from '../../src/aws/aws-services.ts';
import { authorizerEnvironment, readEnvironment } from '../../src/environment.ts';
import {
  authorize,
  type CallerIdentity,
  createUnknownKeyCounter,
  createUnknownPlanLog,
} from '../../src/keys/authorize.ts';
import { mintSecret } from '../../src/keys/secret.ts';
import { createLog } from '../../src/log.ts';
import { networkOfRoute } from '../../src/network.ts';
import { Plans } from '../../src/plans.ts';
import { RefusalRecords, refusalCallLimits } from '../../src/records/refusal-records.ts';
import { readFunctionSettings } from '../../src/settings.ts';
import { createSignedTable } from '../../src/table/signed-table.ts';
import { systemClock } from '../../src/time.ts';
import { warmUp } from './warm-up.ts';

const environment = readEnvironment(authorizerEnvironment, process.env);
const settings = readFunctionSettings(process.env);
const dynamoDbClient = createAwsClient(dynamoDb, process.env);
const clock = systemClock;
const log = createLog(environment.LOG_LEVEL);
const refusalClient = createAwsClient(dynamoDb, process.env, { limits: refusalCallLimits });
const deps = {
  directory: createSignedTable(dynamoDbClient, environment.DIRECTORY_TABLE),
  plans: new Plans(settings.plans),
  refusals: new RefusalRecords({ records: createSignedTable(refusalClient, environment.RECORDS_TABLE), clock, log }),
  clock,
};

// Looks up a random secret, which no key has: the refusal leaves no trace.
await warmUp([authorize(mintSecret(), 'unknown', deps)], log);

const countingDeps = {
  ...deps,
  unknownKeys: createUnknownKeyCounter(log, clock),
  onUnknownPlan: createUnknownPlanLog(log, clock),
};

// The bundle contains valibot anyway: Directory's items have schemas, which the management API shares.
const eventSchema = v.object({ identitySource: v.tuple([v.string()]), routeKey: v.string() });

/** Returns the request's key, or refuses the request. Throws if Directory cannot be read. */
export async function handler(
  event: unknown,
): Promise<APIGatewaySimpleAuthorizerWithContextResult<Partial<CallerIdentity>>> {
  const { identitySource, routeKey } = v.parse(eventSchema, event);
  const network = networkOfRoute(settings.networks, routeKey)?.network ?? 'unknown';
  const identity = await authorize(identitySource[0], network, countingDeps);
  return { isAuthorized: identity !== undefined, context: { ...identity } };
}
