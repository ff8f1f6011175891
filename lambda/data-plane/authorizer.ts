import type { APIGatewaySimpleAuthorizerWithContextResult } from 'aws-lambda';
import * as v from 'valibot';
import { systemClock } from '../../src/clock.ts';
import { authorizerEnvironment, readEnvironment } from '../../src/environment.ts';
import { authorize, type Identity } from '../../src/keys/authorize.ts';
import { createLog } from '../../src/log.ts';
import { networkOf } from '../../src/routes.ts';
import { connect } from '../../src/table/connect.ts';
import { createTable } from '../../src/table/table.ts';

const environment = readEnvironment(authorizerEnvironment, process.env);
const client = connect();
const parts = {
  directory: createTable(client, environment.DIRECTORY_TABLE),
  records: createTable(client, environment.RECORDS_TABLE),
  clock: systemClock,
  log: createLog(environment.LOG_LEVEL),
};

/** The part of the HTTP API's authorizer event (payload 2.0) that decides. */
const eventSchema = v.object({ identitySource: v.tuple([v.string()]), routeKey: v.string() });

/** Lets a request in and says whose it is, or refuses it; throws when that cannot be known. */
export async function handler(event: unknown): Promise<APIGatewaySimpleAuthorizerWithContextResult<Partial<Identity>>> {
  const { identitySource, routeKey } = v.parse(eventSchema, event);
  const identity = await authorize(identitySource[0], networkOf(routeKey) ?? 'unknown', parts);
  return { isAuthorized: identity !== undefined, context: { ...identity } };
}
