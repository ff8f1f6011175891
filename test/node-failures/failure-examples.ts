import type { ServerResponse } from 'node:http';
import * as v from 'valibot';
import type { Upstream } from '../../src/network.ts';
import { startFullBacklog } from '../upstream/full-backlog.ts';
import { startRawUpstream } from '../upstream/raw-upstream.ts';
import { type Behaviour, type Received, startUpstream, unreachableUrl } from '../upstream/upstream-server.ts';
import type { FailureName } from './failure-rows.ts';

/** The names of the secrets with credentials for nodes: one that is there, and one that is not. */
export const secretNames = { known: 'test/node', unknown: 'test/no-node' } as const;
export const credential = 'Bearer a-credential-of-the-operator';

/** A node that was started, and when it got each request with calls (ms since the epoch), health checks left out. */
export type TestNode = { readonly upstream: Upstream; readonly deliveredAt: readonly number[] };

/** One way in which a node fails. */
export type Example = {
  readonly start: () => Promise<TestNode>;
  /** The HTTP status of its answer, where the caller gets that. */
  readonly status: number;
  /**
   * How long after a request the failure shows, in ms; nothing where only the end of the node's share of the time shows
   * it.
   */
  readonly showsAfterMs: number | undefined;
  /** How long the gateway's connections are idle before the request, in ms. */
  readonly idleMs: number;
};

const callSchema = v.object({ id: v.union([v.number(), v.string()]), method: v.string() });
const bodySchema = v.pipe(v.string(), v.parseJson(), v.union([callSchema, v.array(callSchema)]));
const callsIn = (request: Received) => [v.parse(bodySchema, request.body.toString())].flat();

const json = (response: ServerResponse, value: unknown, status = 200) =>
  void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));

/** Answers every call with this node's name. */
const good =
  (name: 'first' | 'second', left = 0): Behaviour =>
  (response, request) => {
    const answers = callsIn(request).map(({ id }) => ({ jsonrpc: '2.0', id, result: `from ${name}` }));
    const isBatch = request.body.toString().startsWith('[');
    json(response, isBatch ? answers.slice(left) : answers[0]);
  };

const rpcError =
  (code: number, message = 'from first'): Behaviour =>
  (response, request) =>
    json(response, { jsonrpc: '2.0', id: callsIn(request)[0]?.id, error: { code, message } });

const text =
  (body: string, status = 200): Behaviour =>
  (response) =>
    void response.writeHead(status, { 'content-type': 'text/plain', location: 'http://127.0.0.1:9/' }).end(body);

/** The node ignores requests on the connection of the warm-up, and answers on others. */
const deafOnFirst: Behaviour = (response, request) => {
  if (request.connection > 1) good('first')(response, request);
};

/** Only to calls: two seconds more of silence to a health check would bring a busy machine near the HTTP API's 30 s. */
const silentToCalls: Behaviour = (response, request) => {
  if (isHealthCheck(request)) response.socket?.resetAndDestroy();
};

const isHealthy: Behaviour = (response) => json(response, { jsonrpc: '2.0', id: 1, result: 'ok' });

const isHealthCheck = (request: Received) => callsIn(request).some(({ method }) => method === 'getHealth');

/**
 * @param keeps whether the connection that the gateway opens at its start is kept for the first read
 * @param healthy whether it answers health checks well, however it answers calls
 */
async function startNode(
  behave: Behaviour,
  { secretName = '', keeps = false, healthy = true } = {},
): Promise<TestNode> {
  const deliveredAt: number[] = [];
  const { url } = await startUpstream((response, request) => {
    if (request.method === 'OPTIONS') return void response.writeHead(204, keeps ? {} : { connection: 'close' }).end();
    if (!isHealthCheck(request)) deliveredAt.push(Date.now());
    else if (healthy) return isHealthy(response, request);
    behave(response, request);
  });
  return { upstream: { url, ...(secretName && { secretName }) }, deliveredAt };
}

/** A node that sees no request, as nothing listens there that speaks HTTP. */
const deafNode = (url: string): TestNode => ({ upstream: { url }, deliveredAt: [] });

/** A healthy node. */
export const startGoodNode = (): Promise<TestNode> => startNode(good('second'));

const example = (
  start: Example['start'],
  { status = 200, showsAfterMs = 0, idleMs = 0 }: Partial<Example> = {},
): Example => ({ start, status, showsAfterMs, idleMs });

const node = (behave: Behaviour, status = 200, healthy = true): Example =>
  example(() => startNode(behave, { healthy }), { status });

const nodes = (
  numbers: readonly number[],
  behave: (number: number) => Behaviour,
  healthy = true,
): Record<string, Example> =>
  Object.fromEntries(numbers.map((number) => [`answers ${number}`, node(behave(number), 200, healthy)]));

const unreachable: Record<string, Example> = {
  'refuses connections': example(async () => deafNode(await unreachableUrl())),
  'never opens a connection': example(async () => deafNode(await startFullBacklog()), { showsAfterMs: 2_000 }),
  'never ends the TLS handshake': example(
    async () => deafNode((await startRawUpstream(() => {})).replace('http:', 'https:')),
    { showsAfterMs: 2_000 },
  ),
};

const reset: Record<string, Example> = {
  'resets the connection': node((response) => void response.socket?.resetAndDestroy()),
  'closes within its answer': node((response) => {
    response.writeHead(200, { 'content-length': '1000' }).write('{"jsonrpc":');
    response.socket?.end();
  }),
};

/** The ways in which each failure is brought about. */
export const examples: Readonly<Record<FailureName, Readonly<Record<string, Example>>>> = {
  unreachable,
  secret: {
    'has a secret that is not there': example(() => startNode(good('first'), { secretName: secretNames.unknown })),
  },
  reset,
  keptSilent: {
    'does not hear on a connection that was idle': example(() => startNode(deafOnFirst, { keeps: true }), {
      showsAfterMs: 2_000,
      idleMs: 30_000,
    }),
  },
  silent: { 'never answers': { ...node(silentToCalls, 200, false), showsAfterMs: undefined } },
  status: nodes([302, 400, 404, 410, 503], (status) => text('', status)),
  tooManyRequests: nodes([429], (status) => text('', status)),
  requestRefused: nodes([413], (status) => text('<html>', status)),
  credentials: nodes([401, 403], (status) => text('Payment overdue', status), false),
  forbidden: nodes([403], (status) => text('Not on your plan', status)),
  notJsonRpc: {
    'answers in HTML': node(text('<html>It works!</html>')),
    'answers incomplete JSON': node((response, request) =>
      text(`{"jsonrpc":"2.0","id":${callsIn(request)[0]?.id},"result":{"value":[1,2`)(response, request),
    ),
    'answers another id': node((response) => json(response, { jsonrpc: '2.0', id: 'another', result: 'from first' })),
  },
  notHttp: { 'speaks SSH': node((response) => void response.socket?.end('SSH-2.0-OpenSSH_9.9\r\n\r\n')) },
  withheld: {
    'repeats the headers': example(() =>
      startNode((response, { headers }) => json(response, { headers }), { secretName: secretNames.known }),
    ),
  },
  incomplete: { 'leaves a call out': node(good('first', 1)) },
  behind: nodes([-32_005], rpcError),
  missing: nodes([-32_001, -32_004, -32_011, -32_016], rpcError),
  limited: nodes([-32_429], (code) => rpcError(code, 'max usage reached')),
  account: nodes([-32_052], (code) => rpcError(code, 'API key is not allowed')),
  limitedText: nodes([-32_000], (code) => rpcError(code, 'Too many requests')),
  doubtful: nodes([-32_602], rpcError),
  tooLarge: {
    'answers 8 MB': node((response, request) =>
      json(response, { jsonrpc: '2.0', id: callsIn(request)[0]?.id, result: 'x'.repeat(8 * 1_048_576) }),
    ),
  },
  // lagging.test.ts covers the findings of watch, with the forwarder's own `watched`.
  lagging: {},
  // test/networks/answer-age.test.ts covers it, with the pace that watch measures.
  outdated: {},
  callersError: nodes([-32_017, -32_600], rpcError),
};
