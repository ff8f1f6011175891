import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { createAwsClient, dynamoDb } from '../../src/aws/aws-services.ts';
import { keyApiEnvironment, readEnvironment } from '../../src/environment.ts';
import { readCurrentKey } from '../../src/keys/current-key.ts';
import { createLog } from '../../src/log.ts';
import { Plans } from '../../src/plans.ts';
import { isNumber, isObjectOf, isOptional, isString, type SchemaValue } from '../../src/schema.ts';
import { readFunctionSettings } from '../../src/settings.ts';
import { createQueryableTable } from '../../src/table/signed-table.ts';
import { warmUp } from '../data-plane/warm-up.ts';
import { invalidRequest } from './invalid-request.ts';
import { problemCode, toProblem } from './problems.ts';
import { toCurrentKeyView } from './schemas/current-key-schema.ts';

const environment = readEnvironment(keyApiEnvironment, process.env);
const { plans: planSettings, service } = readFunctionSettings(process.env);
const plans = new Plans(planSettings);
const client = createAwsClient(dynamoDb, process.env);
const log = createLog(environment.LOG_LEVEL);
const deps = {
  admissions: createQueryableTable(client, environment.ADMISSIONS_TABLE),
  usage: createQueryableTable(client, environment.USAGE_TABLE),
  // Corrected by DynamoDB's time, like the clock that counts the calls.
  clock: client.clock,
};

// The counters of a key that does not exist.
await warmUp([deps.admissions.get({ pk: 'warm-up' })], log);

const isEvent = isObjectOf({
  rawQueryString: isString,
  requestContext: isObjectOf({
    requestId: isString,
    authorizer: isObjectOf({
      lambda: isObjectOf({
        keyId: isString,
        accountId: isString,
        planId: isString,
        startedWith: isOptional(isObjectOf({ calls: isNumber, day: isString })),
        dayQuota: isOptional(isObjectOf({ calls: isNumber, day: isString })),
      }),
    }),
  }),
});

type Event = SchemaValue<typeof isEvent>;

/** Answers `GET /v1/key`. Throws only if the event is not the HTTP API's. */
export async function handler(event: unknown): Promise<APIGatewayProxyStructuredResultV2> {
  if (!isEvent(event)) throw new TypeError('The event does not come from the HTTP API.');
  const startedAt = deps.clock();
  const { requestId, authorizer } = event.requestContext;
  const { keyId, accountId } = authorizer.lambda;
  const result = await answer(event).catch((error: unknown) => problem(error, requestId));
  const durationMs = deps.clock() - startedAt;
  const { statusCode: status } = result;
  log.info('api_request', { requestId, operation: 'getCurrentKey', accountId, keyId, status, durationMs });
  return { ...result, headers: { ...result.headers, 'x-request-id': requestId, 'cache-control': 'no-store' } };
}

async function answer({ rawQueryString, requestContext }: Event): Promise<APIGatewayProxyStructuredResultV2> {
  const identity = requestContext.authorizer.lambda;
  const [parameter] = new URLSearchParams(rawQueryString).keys();
  if (parameter !== undefined) {
    throw invalidRequest([{ at: `query.${parameter}`, message: 'is unknown; there are no parameters' }]);
  }
  const plan = plans.find(identity.planId);
  // During a release, the authorizer may still know a plan that this version does not know any more.
  if (!plan) return json(403, { message: 'Forbidden' });
  return json(200, toCurrentKeyView(await readCurrentKey(identity, plan, deps)));
}

function problem(error: unknown, requestId: string): APIGatewayProxyStructuredResultV2 {
  if (problemCode(error) === 'internal_error') {
    log.error('api_failed', { requestId, operation: 'getCurrentKey', detail: String(error) });
  }
  const details = toProblem(error, requestId, service.problemTypes);
  return json(details.status, details, 'application/problem+json');
}

const json = (statusCode: number, body: object, type = 'application/json') => ({
  statusCode,
  headers: { 'content-type': type },
  body: JSON.stringify(body),
});
