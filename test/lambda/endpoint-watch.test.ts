import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { replaceNodes, type WrittenSettings, writeFunctionSettings } from '../support/function-settings.ts';
import { networks, readByFunctions } from '../support/settings.ts';
import { startUpstream, stopUpstreams } from '../upstream/upstream-server.ts';

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

/** Loads endpoint-watch as Lambda does, with an RPC API that gives this answer to a malformed key. */
async function load(status: number, body: string) {
  const api = await startUpstream((response) => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(body);
  });
  const node = await startUpstream((response) => response.writeHead(200).end('{}'));
  const nodes = Object.fromEntries(networks.map(({ network }) => [network, [{ url: node.url }]]));
  written = writeFunctionSettings(replaceNodes(readByFunctions, nodes));
  Object.assign(process.env, written.variables, {
    RPC_URL: api.url,
    METRICS_NAMESPACE: 'Sluice/test',
    LOG_LEVEL: 'info',
  });
  const lines: string[] = [];
  jest.spyOn(process.stdout, 'write').mockImplementation((line) => lines.push(String(line)) > 0);
  const { handler } = await import('../../lambda/endpoint-watch.ts');
  return { handler, api, node, lines };
}

const metricsIn = (lines: readonly string[]) =>
  lines.map((line) => JSON.parse(line)).flatMap(({ EndpointUp }) => (EndpointUp === undefined ? [] : [EndpointUp]));

describe('endpoint-watch', () => {
  test('loads without a call, and a run asks every endpoint and no node, without a table', async () => {
    const { handler, api, node, lines } = await load(403, '{"message":"Forbidden"}');
    expect(api.received).toEqual([]);
    await handler();
    expect(api.received.map(({ url }) => url).toSorted()).toEqual(networks.map(({ path }) => path).toSorted());
    expect(node.received).toEqual([]);
    expect(metricsIn(lines)).toEqual([1]);
  });

  test('tells an endpoint that does not refuse a malformed key', async () => {
    const { handler, lines } = await load(500, '{"message":"Internal Server Error"}');
    await handler();
    expect(metricsIn(lines)).toEqual([0]);
    expect(lines.filter((line) => line.includes('"event":"endpoint_check_failed"')).length).toBe(networks.length);
  });
});
