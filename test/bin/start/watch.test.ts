import { afterAll, beforeAll, expect, test } from '@jest/globals';
import * as v from 'valibot';
import { isNetworkState, type NetworkState } from '../../../src/networks/network-state.ts';
import { statusFileSchema } from '../../../src/status-page/status-file.ts';
import { connectDynamoDb, createSdkTable } from '../../../src/table/sdk-table.ts';
import { replaceNodes, type WrittenSettings, writeFunctionSettings } from '../../support/function-settings.ts';
import { networks, readByFunctions } from '../../support/settings.ts';
import { startTestRuntime, type TestRuntime } from '../../support/test-runtime.ts';
import { startUpstream, stopUpstreams, type UpstreamServer, unreachableUrl } from '../../upstream/upstream-server.ts';

// Watch as it is deployed: its rule, its role and its table, against nodes that answer over HTTP.

const credentials = { accessKeyId: 'operator', secretAccessKey: 'operator' };
const before = { ...process.env };
let local: TestRuntime;
let late: UpstreamServer;
let good: UpstreamServer;
let down: string;
let proxySettings: WrittenSettings;

/** A node that is healthy by its own account, and this far on its chain. */
const nodeAt = (height: number) =>
  startUpstream((response, { method, body }) => {
    if (method !== 'POST') return response.end();
    const { id, method: asked } = JSON.parse(String(body));
    return response.end(JSON.stringify({ jsonrpc: '2.0', id, result: asked === 'getHealth' ? 'ok' : height }));
  });

beforeAll(async () => {
  [late, good, down] = [await nodeAt(1_000), await nodeAt(1_051), await unreachableUrl()];
  const others = networks.map(({ network }) => [network, [good.url]]);
  local = await startTestRuntime({
    ...Object.fromEntries(others),
    mainnet: [down, good.url],
    devnet: [late.url, good.url],
  });
  // A node is down after its second failed check.
  for (const _ of [1, 2]) await local.runtime.runScheduled();
});

afterAll(async () => {
  process.env = before;
  proxySettings?.remove();
  await local?.stop();
  await stopUpstreams();
});

async function stateOf(network: string): Promise<NetworkState> {
  const client = connectDynamoDb({ endpoint: local.runtime.dynamodbUrl, region: 'us-east-1', credentials });
  const item = await createSdkTable(client, local.runtime.template.outputs.NetworksTable ?? '').get({ network });
  if (!isNetworkState(item)) throw new Error(`Networks has no state of ${network}`);
  return item;
}

test('a node that does not listen is down, and one that is 51 slots behind the best one is behind', async () => {
  expect((await stateOf('mainnet')).nodes).toMatchObject([
    { url: down, up: false, reason: 'unreachable' },
    { url: good.url, up: true, behind: false, height: 1_051 },
  ]);
  expect((await stateOf('devnet')).nodes).toMatchObject([
    { url: late.url, up: true, behind: true, lag: 51 },
    { url: good.url, up: true, behind: false, lag: 0 },
  ]);
});

test('the public file has the states, without a session and without the hosts of nodes; caches keep it for a minute', async () => {
  const answer = await fetch(`${local.runtime.dashboardUrl}/status.json`);
  expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'public, max-age=60']);
  expect(answer.headers.get('content-type')).toBe('application/json');
  expect(answer.headers.get('set-cookie')).toBeNull();
  const text = await answer.text();
  const { networks: shown } = v.parse(statusFileSchema, JSON.parse(text));
  expect(shown.map(({ network }) => network)).toEqual(networks.map(({ network }) => network));
  expect(shown[0]?.nodes.map(({ name }) => name)).toEqual(['Node 1', 'Node 2']);
  expect(text).not.toContain('127.0.0.1');
});

test('metrics say which nodes are up, and that the endpoints are', () => {
  const lines = local.runtime.logs().map(({ line }) => line);
  const metric = (name: string, value: number) => lines.filter((line) => line.includes(`"${name}":${value}`)).length;
  // Two runs, each with two nodes of mainnet and devnet and one of any other network; one node is down. Endpoints have
  // one figure per run.
  const up = networks.length + 2 - 1;
  expect([metric('NodeUp', 1), metric('NodeUp', 0), metric('EndpointUp', 1)]).toEqual([2 * up, 2, 2]);
});

test('a proxy that has just started asks the good node first, without a failure of its own', async () => {
  const { outputs } = local.runtime.template;
  const nodes = { mainnet: [{ url: down }], devnet: [{ url: late.url }, { url: good.url }] };
  proxySettings = writeFunctionSettings(replaceNodes(readByFunctions, nodes));
  Object.assign(process.env, {
    AWS_REGION: 'us-east-1',
    AWS_ACCESS_KEY_ID: 'operator',
    AWS_SECRET_ACCESS_KEY: 'operator',
    AWS_ENDPOINT_URL_DYNAMODB: local.runtime.dynamodbUrl,
    DIRECTORY_TABLE: local.runtime.tables.directory,
    ADMISSIONS_TABLE: outputs.AdmissionsTable,
    RECORDS_TABLE: outputs.RecordsTable,
    NETWORKS_TABLE: outputs.NetworksTable,
    ...proxySettings.variables,
    LOG_LEVEL: 'error',
  });
  const { handler } = await import('../../../lambda/proxy.ts');
  const answer = await handler({
    rawPath: '/devnet',
    headers: { 'content-type': 'application/json', 'x-api-key': (await local.newKey()).secret },
    body: '{"jsonrpc":"2.0","id":"of a customer","method":"getSlot"}',
    isBase64Encoded: false,
  });
  expect(JSON.parse(answer.body ?? '')).toMatchObject({ id: 'of a customer', result: 1_051 });
  expect(late.received.some(({ body }) => String(body).includes('of a customer'))).toBe(false);
});
