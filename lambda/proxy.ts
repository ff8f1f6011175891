import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { createAwsClient, dynamoDb, secretsManager } from '../src/aws/aws-services.ts';
import { chainOfNetwork } from '../src/chain-of-network.ts';
import type { Chain } from '../src/chains/chain.ts';
import { secretItemKey } from '../src/directory/secret-item.ts';
import { proxyEnvironment } from '../src/environment.ts';
import { acceptsGzip } from '../src/http/accept-encoding.ts';
import type { ProxyRequest } from '../src/json-rpc/parse-request.ts';
import { RpcProxy } from '../src/json-rpc/proxy.ts';
import { forbidden, type ProxyAnswer } from '../src/json-rpc/proxy-answer.ts';
import { authorize, createUnknownKeyCounter, createUnknownPlanLog, secretCallLimits } from '../src/keys/authorize.ts';
import { callerOf } from '../src/keys/caller.ts';
import { Admissions } from '../src/limits/admissions.ts';
import { counterCallLimits } from '../src/limits/write-failure.ts';
import { createLog } from '../src/log.ts';
import { networkAt, upstreamsOf } from '../src/network.ts';
import { NetworkChains } from '../src/network-chains.ts';
import { createNetworkStateCache } from '../src/networks/network-state-cache.ts';
import { Plans } from '../src/plans.ts';
import { readEnvironment } from '../src/read-environment.ts';
import { recordCallLimits } from '../src/records/record.ts';
import { RefusalRecords } from '../src/records/refusal-records.ts';
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
const directory = createSignedTable(dynamoDbClient, environment.DIRECTORY_TABLE, secretCallLimits);
const authorizing = {
  directory,
  plans,
  refusals,
  clock,
  importedKeys: environment.IMPORTED_KEYS === 'on',
  unknownKeys: createUnknownKeyCounter(log, clock),
  onUnknownPlan: createUnknownPlanLog(log, clock),
};
const authorizeCaller = async (secret: string, network: string | undefined) => {
  const identity = await authorize(secret, network, authorizing);
  return identity && callerOf(identity, plans);
};
const proxy = new RpcProxy({
  authorize: authorizeCaller,
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

// In sequence, so that all use one connection to DynamoDB: a second one would cost another TLS handshake.
// They read a secret and the counters of a key that do not exist.
const tablesRead = directory
  .get(secretItemKey(''))
  .finally(() => admissions.limitStatus('', { callsPerSecond: 0, callsPerDay: 0 }))
  .finally(() => networks.load());
await warmUp([tablesRead, connectToFirstUpstream(upstreams, credentials)], log);

/** Answers one JSON-RPC request. Throws only if the event is not the HTTP API's. */
export async function handler(event: unknown): Promise<APIGatewayProxyStructuredResultV2> {
  if (!isProxyEvent(event)) throw new TypeError('The event does not come from the HTTP API.');
  const network = networkAt(settings.networks, event.rawPath)?.network;
  const chain = network && chainsByNetwork.get(network);
  if (!chain) return toLambdaResult(await answerElsewhere(secretOf(event)));
  // In the background: the request does not wait for it.
  networks.refreshIfDue(network);
  return toLambdaResult(await proxy.serve(requestOf(event, network, chain)));
}

const toLambdaResult = ({ status, headers, body, base64 }: ProxyAnswer): APIGatewayProxyStructuredResultV2 => ({
  statusCode: status,
  headers: { ...headers },
  body,
  isBase64Encoded: base64,
});

/** Answers a path that no network has, as API Gateway does: one route takes the paths of all networks, and every other. */
async function answerElsewhere(secret: string): Promise<ProxyAnswer> {
  try {
    return (await authorizeCaller(secret, undefined)) ? notFound : forbidden;
  } catch (error) {
    log.warn('key_not_read', { detail: String(error) });
    return unavailable;
  }
}

const notFound: ProxyAnswer = { ...forbidden, status: 404, body: '{"message":"Not Found"}' };
const unavailable: ProxyAnswer = { ...forbidden, status: 503, body: '{"message":"Service Unavailable"}' };

const secretOf = ({ headers }: ProxyEvent): string => headers['x-api-key'] ?? '';

function requestOf(event: ProxyEvent, network: string, chain: Chain): ProxyRequest {
  const { headers, isBase64Encoded } = event;
  const body = event.body ?? '';
  return {
    network,
    chain,
    secret: secretOf(event),
    contentType: headers['content-type'],
    contentEncoding: headers['content-encoding'],
    acceptGzip: acceptsGzip(headers['accept-encoding']),
    body: isBase64Encoded ? Buffer.from(body, 'base64').toString('utf8') : body,
  };
}
