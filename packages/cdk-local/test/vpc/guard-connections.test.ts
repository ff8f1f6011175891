import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import * as v from 'valibot';
import { type Functions, startFunctions } from '../../functions/functions.ts';
import type { VpcNode } from '../../vpc/vpc-options.ts';
import { arnOf, functionResource, templateOf } from '../functions/function-code.ts';
import { group, networkOf, nothing, tcp } from './network-template.ts';

/** Opens a connection by each way that programs have, and returns what came of it. */
const source = `
import { connect } from 'node:net';
import http from 'node:http';
import https from 'node:https';
import tls from 'node:tls';
const settled = (emitter, event) => new Promise((resolve) =>
  emitter.once(event, () => resolve('connected')).once('error', (error) => resolve(error.code + ' ' + error.message)));
const ways = {
  net: ({ host, port }) => settled(connect(port, host), 'connect'),
  options: ({ host, port }) => settled(connect({ host, port }), 'connect'),
  http: ({ host, port }) => settled(http.get({ host, port }), 'response'),
  https: (address) => new Promise((resolve) =>
    https.get(address).on('error', () => {}).once('socket', (socket) => resolve(settled(socket, 'connect')))),
  tls: (address) => settled(tls.connect(address).on('error', () => {}), 'connect'),
  fetch: ({ host, port }) => fetch('http://' + host + ':' + port).then(
    () => 'connected', ({ cause }) => cause.code + ' ' + cause.message),
};
export const handler = ({ way, ...address }) => ways[way](address);
`;

let server: Server;
let port: number;
beforeAll(async () => {
  // It speaks no TLS: the test is whether it is reached.
  server = createServer((_, response) => response.end()).listen(0, '127.0.0.1');
  await once(server, 'listening');
  port = v.parse(v.object({ port: v.number() }), server.address()).port;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

let functions: Pick<Functions, 'stop'> | undefined;
afterEach(() => functions?.stop());

/** The function; in a VPC if its group has an egress rule. */
async function start(rule?: object, nodes: readonly VpcNode[] = []) {
  const lines: string[] = [];
  const network = rule && networkOf({ ProxyGroup: group({ SecurityGroupEgress: [rule] }) }, { nodes });
  const { invoke, stop } = await startFunctions({
    template: templateOf([functionResource('Proxy', source)]),
    accessOf: () => ({ region: 'us-east-1', accessKeyId: 'x', secretAccessKey: 'x', endpoints: {} }),
    networkOf: () => network,
    onLog: (_, line) => lines.push(line),
  });
  functions = { stop };
  const call = async (way: string, host: string, at: number) => {
    const outcome = await invoke(arnOf('Proxy'), JSON.stringify({ way, host, port: at }));
    return outcome.ok ? JSON.parse(outcome.payload) : outcome.error;
  };
  return { lines, callEach: async (host: string, at: number) => each((way) => call(way, host, at)) };
}

const ways = ['net', 'options', 'http', 'https', 'tls', 'fetch'];

async function each(call: (way: string) => Promise<unknown>): Promise<Record<string, unknown>> {
  const results: Record<string, unknown> = {};
  for (const way of ways) results[way] = await call(way);
  return results;
}

const all = (result: unknown) => Object.fromEntries(ways.map((way) => [way, result]));

describe('a connection, opened in every way that programs have', () => {
  test('is opened if a rule allows it', async () => {
    const { callEach, lines } = await start(tcp(port, { CidrIp: '127.0.0.1/32' }));
    expect(await callEach('127.0.0.1', port)).toEqual(all('connected'));
    expect(lines).toEqual([]);
  });

  test('goes to what represents the node, which has another name and port in the VPC', async () => {
    const { callEach } = await start(tcp(8899, { CidrIp: '10.0.0.0/8' }), [
      { address: 'node.internal:8899', local: `127.0.0.1:${port}`, cidr: '10.0.1.7' },
    ]);
    expect(await callEach('node.internal', 8899)).toEqual(all('connected'));
  });

  test('fails if no rule allows it, and the log of the function says once which one is missing', async () => {
    const { callEach, lines } = await start(nothing);
    const missing = `Missing: an egress rule of ProxyGroup for TCP ${port} to 127.0.0.1.`;
    expect(await callEach('127.0.0.1', port)).toEqual(
      all(expect.stringMatching(new RegExp(`^ETIMEDOUT The VPC of Proxy .+${missing}`))),
    );
    expect(lines.map((line) => JSON.parse(line))).toEqual([
      { level: 'warn', event: 'vpc_connection_blocked', reason: expect.stringContaining(missing) },
    ]);
  });

  test('is opened by a function in no VPC', async () => {
    const { callEach } = await start();
    expect(await callEach('127.0.0.1', port)).toEqual(all('connected'));
  });
});
