import type { APIGatewaySimpleAuthorizerWithContextResult } from 'aws-lambda';
import * as v from 'valibot';
import { createAwsClient, dynamoDb } from '../../src/aws/aws-services.ts';
import { authorizerEnvironment, readEnvironment } from '../../src/environment.ts';
import { authorize, type CallerIdentity, createUnknownKeyCounter } from '../../src/keys/authorize.ts';
import { mintSecret } from '../../src/keys/secret.ts';
import { createLog } from '../../src/log.ts';
import { RefusalRecords, refusalCallLimits } from '../../src/records/refusal-records.ts';
import { networkOf } from '../../src/rpc-routes.ts';
import { createSignedTable } from '../../src/table/signed-table.ts';
import { systemClock } from '../../src/time.ts';
import { warmUp } from './warm-up.ts';

const environment = readEnvironment(authorizerEnvironment, process.env);
const service = createAwsClient(dynamoDb, process.env);
const clock = systemClock;
const log = createLog(environment.LOG_LEVEL);
const refusalService = createAwsClient(dynamoDb, process.env, { limits: refusalCallLimits });
const parts = {
  directory: createSignedTable(service, environment.DIRECTORY_TABLE),
  refusals: new RefusalRecords({ records: createSignedTable(refusalService, environment.RECORDS_TABLE), clock, log }),
  clock,
};

// A secret that nobody has: it is looked up and refused, and leaves nothing behind.
await warmUp([authorize(mintSecret(), 'unknown', parts)], log);

const countingParts = { ...parts, unknownKeys: createUnknownKeyCounter(log, clock) };

/** The part of the HTTP API's authorizer event (payload 2.0) that decides. */
const eventSchema = v.object({ identitySource: v.tuple([v.string()]), routeKey: v.string() });

/** Lets a request in and says whose it is, or refuses it; throws when that cannot be known. */
export async function handler(
  event: unknown,
): Promise<APIGatewaySimpleAuthorizerWithContextResult<Partial<CallerIdentity>>> {
  const { identitySource, routeKey } = v.parse(eventSchema, event);
  const identity = await authorize(identitySource[0], networkOf(routeKey) ?? 'unknown', countingParts);
  return { isAuthorized: identity !== undefined, context: { ...identity } };
}
