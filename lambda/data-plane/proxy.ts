import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import * as v from 'valibot';
import { dynamoDb, reach, secretsManager } from '../../src/aws/services.ts';
import { systemClock } from '../../src/clock.ts';
import { proxyEnvironment, readEnvironment } from '../../src/environment.ts';
import { RpcProxy } from '../../src/json-rpc/proxy.ts';
import { Admissions } from '../../src/limits/admissions.ts';
import { createLog } from '../../src/log.ts';
import { findPlan, type Plan } from '../../src/plans/plans.ts';
import { networkOf } from '../../src/routes.ts';
import { createSignedTable } from '../../src/table/signed-table.ts';
import { acceptsGzip } from '../../src/upstream/accept-encoding.ts';
import { connectFirst } from '../../src/upstream/connect.ts';
import { secretsManagerCredentials } from '../../src/upstream/credentials.ts';
import { Forwarder } from '../../src/upstream/forwarder.ts';
import { send } from '../../src/upstream/send.ts';
import { warmUp } from './warm-up.ts';

const environment = readEnvironment(proxyEnvironment, process.env);
const service = reach(dynamoDb, process.env);
const clock = systemClock;
const log = createLog(environment.LOG_LEVEL);
const credentials = secretsManagerCredentials(reach(secretsManager, process.env), clock);
const admissions = new Admissions(createSignedTable(service, environment.ADMISSIONS_TABLE), clock);
const proxy = new RpcProxy({
  admissions,
  forwarder: new Forwarder({ upstreams: environment.UPSTREAMS, credentials, send, clock, log }),
  records: createSignedTable(service, environment.RECORDS_TABLE),
  clock,
  log,
});

// The counters of a key that nobody has: they are read, and nothing is counted.
const nobody = admissions.standing('', { callsPerSecond: 0, callsPerDay: 0 });
await warmUp([nobody, connectFirst(environment.UPSTREAMS, credentials)], log);

/** The parts of the HTTP API's event (payload 2.0) that the proxy uses; the authorizer's context names the key. */
const eventSchema = v.object({
  routeKey: v.pipe(v.string(), v.transform(networkOf), v.string()),
  headers: v.record(v.string(), v.optional(v.string())),
  body: v.optional(v.string(), ''),
  isBase64Encoded: v.boolean(),
  requestContext: v.object({
    authorizer: v.object({
      lambda: v.object({
        keyId: v.string(),
        accountId: v.string(),
        planId: v.pipe(
          v.string(),
          v.transform(findPlan),
          v.custom<Plan>((plan) => plan !== undefined),
        ),
      }),
    }),
  }),
});

/** Answers one JSON-RPC request. */
export async function handler(event: unknown): Promise<APIGatewayProxyStructuredResultV2> {
  const { routeKey: network, headers, body, isBase64Encoded, requestContext } = v.parse(eventSchema, event);
  const { keyId, accountId, planId: plan } = requestContext.authorizer.lambda;
  const answer = await proxy.serve({
    network,
    keyId,
    accountId,
    plan,
    contentType: headers['content-type'],
    acceptGzip: acceptsGzip(headers['accept-encoding']),
    body: isBase64Encoded ? Buffer.from(body, 'base64').toString('utf8') : body,
  });
  return {
    statusCode: answer.status,
    headers: answer.headers,
    body: answer.body,
    isBase64Encoded: answer.base64,
  };
}
