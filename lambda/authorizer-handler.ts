import type { APIGatewaySimpleAuthorizerWithContextResult } from 'aws-lambda';
import * as v from 'valibot';
import { createAwsClient, dynamoDb } from '../src/aws/aws-services.ts';
import { authorizerEnvironment } from '../src/environment.ts';
import {
  authorize,
  type CallerIdentity,
  createUnknownKeyCounter,
  createUnknownPlanLog,
} from '../src/keys/authorize.ts';
import { mintSecret } from '../src/keys/secret.ts';
import { createLog } from '../src/log.ts';
import { Plans } from '../src/plans.ts';
import { readEnvironment } from '../src/read-environment.ts';
import { recordCallLimits } from '../src/records/record.ts';
import { RefusalRecords } from '../src/records/refusal-records.ts';
import type { FunctionSettings } from '../src/settings.ts';
import { createSignedTable } from '../src/table/signed-table.ts';
import { systemClock } from '../src/time.ts';
import { warmUp } from './warm-up.ts';

// The bundle contains valibot anyway: Directory's items have schemas, which the management API shares.
const eventSchema = v.object({ identitySource: v.tuple([v.string()]), rawPath: v.string() });

type AuthorizerHandler = (
  event: unknown,
) => Promise<APIGatewaySimpleAuthorizerWithContextResult<Partial<CallerIdentity & { readonly network: string }>>>;

/**
 * Makes the handler of a Lambda authorizer, warmed up. It returns the request's key, or refuses the request, and throws if
 * Directory cannot be read.
 * @param networkOf returns the network for the record of a refusal; undefined for a path that no network has
 */
export async function createAuthorizer(
  { plans }: Pick<FunctionSettings, 'plans'>,
  networkOf: (rawPath: string) => string | undefined,
): Promise<AuthorizerHandler> {
  const environment = readEnvironment(authorizerEnvironment, process.env);
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
  return async (event) => {
    const { identitySource, rawPath } = v.parse(eventSchema, event);
    const network = networkOf(rawPath);
    const identity = await authorize(identitySource[0], network, countingDeps);
    // The access log shows the network.
    const context = identity && network !== undefined ? { ...identity, network } : { ...identity };
    return { isAuthorized: identity !== undefined, context };
  };
}
