import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { answering, refusing } from '../aws/sick-aws.ts';
import { solanaNode } from '../networks/solana-node.ts';
import { replaceNodes, type WrittenSettings, writeFunctionSettings } from '../support/function-settings.ts';
import { networks, readByFunctions } from '../support/settings.ts';
import { type Behaviour, startUpstream, stopUpstreams } from '../upstream/upstream-server.ts';

const before = { ...process.env };
let written: WrittenSettings | undefined;
beforeEach(() => {
  jest.resetModules();
});
afterEach(async () => {
  process.env = { ...before };
  written?.remove();
  jest.restoreAllMocks();
  await stopUpstreams();
});

/** Loads watch as Lambda does, with the given behaviour of DynamoDB, a node for every network, and the RPC API. */
async function load(dynamoDb: Behaviour) {
  const [database, node] = [await startUpstream(dynamoDb), await startUpstream(solanaNode())];
  const api = await startUpstream((response) => {
    response.writeHead(403, { 'content-type': 'application/json' }).end('{"message":"Forbidden"}');
  });
  const nodes = Object.fromEntries(networks.map(({ network }) => [network, [{ url: node.url }]]));
  // One round: the clock is the system's.
  written = writeFunctionSettings(replaceNodes({ ...readByFunctions, watchEverySeconds: 60 }, nodes));
  Object.assign(process.env, written.variables, {
    AWS_REGION: 'us-east-1',
    AWS_ACCESS_KEY_ID: 'test',
    AWS_SECRET_ACCESS_KEY: 'test',
    AWS_ENDPOINT_URL_DYNAMODB: database.url,
    NETWORKS_TABLE: 'Networks',
    RPC_URL: api.url,
    METRICS_NAMESPACE: 'Sluice/test',
    LOG_LEVEL: 'info',
  });
  const lines: string[] = [];
  jest.spyOn(process.stdout, 'write').mockImplementation((line) => lines.push(String(line)) > 0);
  const { handler } = await import('../../lambda/watch.ts');
  return { handler, database, node, api, lines };
}

describe('watch', () => {
  test('loads without a call, and a run checks nodes and endpoints, writes each network and emits metrics', async () => {
    const { handler, database, node, api, lines } = await load(answering({}));
    expect([database, node, api].flatMap(({ received }) => received)).toEqual([]);
    await handler();
    const puts = database.received.filter(({ headers }) => headers['x-amz-target'] === 'DynamoDB_20120810.PutItem');
    const written = puts.map(({ body }) => JSON.parse(String(body)));
    expect(written.map(({ TableName, Item }) => [TableName, Item.network.S]).toSorted()).toEqual(
      networks.map(({ network }) => ['Networks', network]).toSorted(),
    );
    expect(api.received.map(({ url }) => url).toSorted()).toEqual(networks.map(({ path }) => path).toSorted());
    const told = lines.map((line) => JSON.parse(line));
    expect(told.filter(({ EndpointUp }) => EndpointUp === 1)).toHaveLength(1);
    expect(told.filter(({ NodeUp, NodeLag }) => NodeUp === 1 && NodeLag === 0)).toHaveLength(networks.length);
  });

  test('fails the invocation if it cannot write', async () => {
    const { handler } = await load(refusing('AccessDeniedException'));
    await expect(handler()).rejects.toMatchObject({ code: 'watch_failed' });
  });
});
