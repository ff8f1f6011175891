import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { createAwsClient, dynamoDb, secretsManager } from '../../src/aws/aws-services.ts';
import { tallyName } from '../../src/chains/network-chain.ts';
import { proxyEnvironment, readEnvironment, readUpstreams } from '../../src/environment.ts';
import { acceptsGzip, type ProxyRequest } from '../../src/json-rpc/parse-request.ts';
import { RpcProxy } from '../../src/json-rpc/proxy.ts';
import { effectiveLimits } from '../../src/keys/key-slots.ts';
import { Admissions } from '../../src/limits/admissions.ts';
import { createLog } from '../../src/log.ts';
import { createNetworkStateCache } from '../../src/networks/network-state-cache.ts';
import { findPlan } from '../../src/plans/plans.ts';
import { RefusalRecords, refusalCallLimits } from '../../src/records/refusal-records.ts';
import { networkOf } from '../../src/rpc-routes.ts';
import { isBoolean, isNumber, isObjectOf, isOptional, isString, type SchemaValue } from '../../src/schema.ts';
import { createSignedTable } from '../../src/table/signed-table.ts';
import { systemClock } from '../../src/time.ts';
import { Forwarder } from '../../src/upstream/forwarder.ts';
import { connectToFirstUpstream, send } from '../../src/upstream/send-to-upstream.ts';
import { secretsManagerCredentials } from '../../src/upstream/upstream-credentials.ts';
import { warmUp } from './warm-up.ts';

const environment = readEnvironment(proxyEnvironment, process.env);
const upstreams = readUpstreams(environment.UPSTREAMS);
const dynamoDbClient = createAwsClient(dynamoDb, process.env);
// Corrected by DynamoDB's time if this process's clock is more than two seconds off, from the first answer in INIT on.
const { clock } = dynamoDbClient;
const log = createLog(environment.LOG_LEVEL);
const credentials = secretsManagerCredentials(createAwsClient(secretsManager, process.env), systemClock, log);
const admissions = new Admissions(createSignedTable(dynamoDbClient, environment.ADMISSIONS_TABLE), clock);
const networks = createNetworkStateCache({
  table: createSignedTable(dynamoDbClient, environment.NETWORKS_TABLE),
  networks: Object.keys(upstreams),
  clock,
  log,
});
const refusalClient = createAwsClient(dynamoDb, process.env, { limits: refusalCallLimits });
const proxy = new RpcProxy({
  admissions,
  forwarder: new Forwarder({ upstreams, credentials, send, clock: systemClock, log, watched: networks.stateOf }),
  records: createSignedTable(dynamoDbClient, environment.RECORDS_TABLE),
  refusals: new RefusalRecords({
    records: createSignedTable(refusalClient, environment.RECORDS_TABLE),
    clock,
    log,
    methodName: tallyName,
  }),
  clock,
  log,
  overlapReads: environment.OVERLAP_READS === 'on',
});

// Reads the counters of a key that does not exist, without counting anything.
const admissionsRead = admissions.limitStatus('', { callsPerSecond: 0, callsPerDay: 0 });
// In sequence, so that both use one connection to DynamoDB: a second one would cost another TLS handshake.
const tablesRead = admissionsRead.finally(() => networks.load());
await warmUp([tablesRead, connectToFirstUpstream(upstreams, credentials)], log);

/**
 * The parts of the HTTP API's event (payload 2.0) that the proxy uses. Type guards instead of a schema library: see
 * src/schema.ts.
 */
const isEvent = isObjectOf({
  routeKey: isString,
  headers: isObjectOf({
    'content-type': isOptional(isString),
    'content-encoding': isOptional(isString),
    'content-length': isOptional(isString),
    'accept-encoding': isOptional(isString),
  }),
  body: isOptional(isString),
  isBase64Encoded: isBoolean,
  requestContext: isObjectOf({
    authorizer: isObjectOf({
      lambda: isObjectOf({
        keyId: isString,
        accountId: isString,
        planId: isString,
        startedWith: isOptional(isObjectOf({ calls: isNumber, day: isString })),
      }),
    }),
  }),
});

/** Answers one JSON-RPC request. Throws only if the event is not the HTTP API's, or its route or plan is unknown. */
export async function handler(event: unknown): Promise<APIGatewayProxyStructuredResultV2> {
  if (!isEvent(event)) throw new TypeError('The event does not come from the HTTP API.');
  // In the background: the request does not wait for it.
  networks.refreshIfDue();
  const { status, headers, body, base64 } = await proxy.serve(requestOf(event));
  return { statusCode: status, headers, body, isBase64Encoded: base64 };
}

function requestOf(event: SchemaValue<typeof isEvent>): ProxyRequest {
  const { headers, body = '', isBase64Encoded } = event;
  const { keyId, accountId, planId, startedWith } = event.requestContext.authorizer.lambda;
  const network = networkOf(event.routeKey);
  const plan = findPlan(planId);
  if (!network || !plan)
    throw new TypeError(`Unknown route ${event.routeKey} or unknown plan ${planId}: does this version know both?`);
  return {
    network,
    keyId,
    accountId,
    plan: { ...plan, limits: effectiveLimits(plan.limits, startedWith, clock()) },
    contentType: headers['content-type'],
    contentEncoding: headers['content-encoding'],
    contentLength: headers['content-length'],
    acceptGzip: acceptsGzip(headers['accept-encoding']),
    body: isBase64Encoded ? Buffer.from(body, 'base64').toString('utf8') : body,
  };
}
