import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { createAwsClient, dynamoDb } from '../src/aws/aws-services.ts';
import { isCallsOfDay } from '../src/directory/secret-item.ts';
import { keyApiEnvironment } from '../src/environment.ts';
import { createLog } from '../src/log.ts';
import { createKeyApi } from '../src/management-api/key-api.ts';
import { Plans } from '../src/plans.ts';
import { readEnvironment } from '../src/read-environment.ts';
import { isObjectOf, isOptional, isString } from '../src/schema.ts';
import { readFunctionSettings } from '../src/settings.ts';
import { createQueryableTable } from '../src/table/signed-table.ts';
import { warmUp } from './warm-up.ts';

const environment = readEnvironment(keyApiEnvironment, process.env);
const { plans, service } = readFunctionSettings(process.env);
const client = createAwsClient(dynamoDb, process.env);
const log = createLog(environment.LOG_LEVEL);
const admissions = createQueryableTable(client, environment.ADMISSIONS_TABLE);
const answerKey = createKeyApi({
  admissions,
  usage: createQueryableTable(client, environment.USAGE_TABLE),
  plans: new Plans(plans),
  problemTypes: service.problemTypes,
  // Corrected by DynamoDB's time, like the clock that counts the calls.
  clock: client.clock,
  log,
});

// The counters of a key that does not exist.
await warmUp([admissions.get({ pk: 'warm-up' })], log);

/** What key-authorizer.ts returned. */
const isIdentity = isObjectOf({
  keyId: isString,
  accountId: isString,
  planId: isString,
  startedWith: isOptional(isCallsOfDay),
  dayQuota: isOptional(isCallsOfDay),
});

const isEvent = isObjectOf({
  rawQueryString: isString,
  requestContext: isObjectOf({ requestId: isString, authorizer: isObjectOf({ lambda: isIdentity }) }),
});

/** Answers `GET /v1/key`. Throws only if the event is not the HTTP API's. */
export async function handler(event: unknown): Promise<APIGatewayProxyStructuredResultV2> {
  if (!isEvent(event)) throw new TypeError('The event does not come from the HTTP API.');
  const { requestId, authorizer } = event.requestContext;
  const query = new URLSearchParams(event.rawQueryString);
  const { status, headers, body } = await answerKey({ requestId, query, identity: authorizer.lambda });
  return { statusCode: status, headers: { ...headers }, body };
}
