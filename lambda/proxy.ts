import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { createAwsClient, dynamoDb, secretsManager } from '../src/aws/aws-services.ts';
import { chainOfNetwork } from '../src/chain-of-network.ts';
import type { Chain } from '../src/chains/chain.ts';
import { proxyEnvironment } from '../src/environment.ts';
import { acceptsGzip } from '../src/http/accept-encoding.ts';
import type { ProxyRequest } from '../src/json-rpc/parse-request.ts';
import { RpcProxy } from '../src/json-rpc/proxy.ts';
import { effectiveLimits } from '../src/keys/key-slots.ts';
import { Admissions } from '../src/limits/admissions.ts';
import { counterCallLimits } from '../src/limits/write-failure.ts';
import { createLog } from '../src/log.ts';
import { type Network, networkAt, upstreamsOf } from '../src/network.ts';
import { NetworkChains } from '../src/network-chains.ts';
import { createNetworkStateCache } from '../src/networks/network-state-cache.ts';
import { type Plan, Plans } from '../src/plans.ts';
import { readEnvironment } from '../src/read-environment.ts';
import { recordCallLimits } from '../src/records/record.ts';
import { RefusalRecords } from '../src/records/refusal-records.ts';
import { recordOfRefusedKey } from '../src/records/refusal-sums.ts';
import { readFunctionSettings } from '../src/settings.ts';
import { createSignedTable } from '../src/table/signed-table.ts';
import { pause, systemClock } from '../src/time.ts';
import { Forwarder } from '../src/upstream/forwarder.ts';
import { NodeLimits } from '../src/upstream/node-limits.ts';
import { connectToFirstUpstream, send } from '../src/upstream/send-to-upstream.ts';
import { secretsManagerCredentials } from '../src/upstream/upstream-credentials.ts';
import { isProxyEvent, type ProxyEvent } from './proxy-event.ts';
import { warmUp } from './warm-up.ts';

const environment = readEnvironment(proxyEnvironment, process.env);
const settings = readFunctionSettings(process.env);
const plans = new Plans(settings.plans);
const chainsByNetwork = new Map(settings.networks.map((network) => [network.network, chainOfNetwork(network)]));
const upstreams = upstreamsOf(settings.networks);
const dynamoDbClient = createAwsClient(dynamoDb, process.env);
// Corrected by DynamoDB's time if this process's clock is more than two seconds off, from the first answer in INIT on.
const { clock } = dynamoDbClient;
const log = createLog(environment.LOG_LEVEL);
const credentials = secretsManagerCredentials(createAwsClient(secretsManager, process.env), systemClock, log);
const admissionsTable = createSignedTable(dynamoDbClient, environment.ADMISSIONS_TABLE, counterCallLimits);
const admissions = new Admissions({
  table: admissionsTable,
  clock,
  lastDate: () => dynamoDbClient.lastDate,
  pause,
  random: Math.random,
  log,
});
const networks = createNetworkStateCache({
  table: createSignedTable(dynamoDbClient, environment.NETWORKS_TABLE),
  networks: Object.keys(upstreams),
  clock,
  pause,
  log,
});
const limits = new NodeLimits(upstreams, { table: admissionsTable, clock, random: Math.random, log });
const records = createSignedTable(dynamoDbClient, environment.RECORDS_TABLE, recordCallLimits);
const refusals = new RefusalRecords({
  records,
  clock,
  log,
  methodName: new NetworkChains(settings.networks).tallyName,
});
const proxy = new RpcProxy({
  admissions,
  forwarder: new Forwarder({
    upstreams,
    credentials,
    send,
    clock: systemClock,
    log,
    watched: networks.stateOf,
    paceOf: networks.paceOf,
    newerState: networks.newerState,
    limits,
  }),
  records,
  refusals,
  clock,
  log,
  overlapReads: environment.OVERLAP_READS === 'on',
});

// Reads the counters of a key that does not exist, without counting anything.
const admissionsRead = admissions.limitStatus('', { callsPerSecond: 0, callsPerDay: 0 });
// In sequence, so that both use one connection to DynamoDB: a second one would cost another TLS handshake.
const tablesRead = admissionsRead.finally(() => networks.load());
await warmUp([tablesRead, connectToFirstUpstream(upstreams, credentials)], log);

/** Answers one JSON-RPC request. Throws only if the event is not the HTTP API's. */
export async function handler(event: unknown): Promise<APIGatewayProxyStructuredResultV2> {
  if (!isProxyEvent(event)) throw new TypeError('The event does not come from the HTTP API.');
  const network = networkAt(settings.networks, event.rawPath);
  const chain = network && chainsByNetwork.get(network.network);
  if (!chain) return answer(404, 'Not Found');
  // In the background: the request does not wait for it.
  networks.refreshIfDue(network.network);
  const plan = plans.find(event.requestContext.authorizer.lambda.planId);
  if (!plan) return refuse(event, network);
  const { status, headers, body, base64 } = await proxy.serve(requestOf(event, network.network, chain, plan));
  return { statusCode: status, headers, body, isBase64Encoded: base64 };
}

/** An answer as API Gateway gives it. 404: one route takes the paths of all networks, and every other path. */
const answer = (statusCode: 403 | 404, message: string): APIGatewayProxyStructuredResultV2 => ({
  statusCode,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ message }),
});

/** During a release, the authorizer's version may still know a plan that this version does not know any more. */
async function refuse(event: ProxyEvent, { network }: Network): Promise<APIGatewayProxyStructuredResultV2> {
  const { keyId, accountId } = event.requestContext.authorizer.lambda;
  const refused = { keyId, accountId, network, outcome: 'plan_inactive' as const, at: clock(), durationMs: 0 };
  await Promise.all([refusals.add(recordOfRefusedKey(refused), plans.free.historyDays), refusals.writePending()]);
  return answer(403, 'Forbidden');
}

function requestOf(event: ProxyEvent, network: string, chain: Chain, plan: Plan): ProxyRequest {
  const { headers, isBase64Encoded } = event;
  const body = event.body ?? '';
  const identity = event.requestContext.authorizer.lambda;
  return {
    network,
    chain,
    keyId: identity.keyId,
    accountId: identity.accountId,
    plan: { ...plan, limits: effectiveLimits(plan.limits, identity, clock()) },
    contentType: headers['content-type'],
    contentEncoding: headers['content-encoding'],
    acceptGzip: acceptsGzip(headers['accept-encoding']),
    body: isBase64Encoded ? Buffer.from(body, 'base64').toString('utf8') : body,
  };
}
