import {
  createServer,
  Agent as HttpAgent,
  request as httpRequest,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { pipeline } from 'node:stream';
import { type Refusal, refusalOf } from './allowed-request.ts';
import type { LimitReport } from './limit-report.ts';

export type ProxyOptions = {
  /** The endpoint. The path of a request is appended to its path. */
  readonly url: URL;
  readonly key: string;
  /** Of web pages and extensions that may use the proxy. */
  readonly origins: readonly string[];
  readonly report: LimitReport;
  /** Called with each request that is not forwarded. */
  readonly refused: (refusal: Refusal) => void;
};

/** Longer than API Gateway takes: 30 s. */
const timeoutMs = 60_000;

/** An idle connection may have died unnoticed, and a failed request is not sent again. */
const idleMs = 15_000;

/**
 * A server that adds the key to requests of programs that cannot send a header. Bodies and headers pass as they are, in
 * both directions and while they arrive; each request is sent once, whatever happens.
 */
export function createKeyProxy({ url, key, origins, report, refused }: ProxyOptions): Server {
  const isSecure = url.protocol === 'https:';
  const agent = new (isSecure ? HttpsAgent : HttpAgent)({ keepAlive: true, timeout: idleMs });
  const request = isSecure ? httpsRequest : httpRequest;
  const server = createServer((incoming, response) => {
    const refusal = refusalOf(incoming, { port: portOf(server), origins });
    if (refusal) {
      refused(refusal);
      return answer(response, refusal.status, refusal.message);
    }
    const { method = '', url: target = '/' } = incoming;
    const headers = forwardedHeaders(incoming, { host: url.host, 'x-api-key': key });
    const outgoing = request(url, { agent, method, path: pathOf(url, target), headers, setHost: false });
    outgoing.setTimeout(timeoutMs, () => outgoing.destroy(new Error('no answer within 60 s')));
    outgoing.on('response', (answered) => {
      report(answered.statusCode ?? 0, answered.headers);
      response.writeHead(answered.statusCode ?? 502, answered.statusMessage, endToEnd(answered.rawHeaders));
      // A broken answer breaks off: nothing may look complete that is not.
      pipeline(answered, response, () => {});
    });
    outgoing.on('error', (error) => failed(response, error));
    pipeline(incoming, outgoing, () => {});
    response.on('close', () => outgoing.destroy());
  });
  server.on('close', () => agent.destroy());
  return server;
}

function portOf(server: Server): number {
  const address = server.address();
  return typeof address === 'object' && address ? address.port : 0;
}

/** `/` is the endpoint itself. Dots are resolved here, so that no request leaves the path of the endpoint. */
function pathOf({ pathname }: URL, target: string): string {
  const base = pathname.replace(/\/$/, '');
  const asked = new URL(`http://proxy${target}`);
  return (asked.pathname === '/' ? base || '/' : base + asked.pathname) + asked.search;
}

/** Headers of one connection (RFC 9110, 7.6.1). Node makes its own. */
const hopByHop = new Set([
  ...['connection', 'keep-alive', 'proxy-authenticate', 'proxy-authorization', 'proxy-connection'],
  ...['te', 'trailer', 'transfer-encoding', 'upgrade', 'expect'],
]);

/** The headers as they came, with their case and order, without those of the connection. */
function endToEnd(rawHeaders: readonly string[]): string[] {
  const named = rawHeaders.flatMap((name, at) => (at % 2 === 0 ? [[name, rawHeaders[at + 1] ?? ''] as const] : []));
  const connection = named.find(([name]) => name.toLowerCase() === 'connection')?.[1] ?? '';
  const listed = new Set(connection.split(',').map((name) => name.trim().toLowerCase()));
  return named.flatMap(([name, value]) => {
    const lower = name.toLowerCase();
    return hopByHop.has(lower) || listed.has(lower) ? [] : [name, value];
  });
}

/** @param own replace the client's */
function forwardedHeaders({ rawHeaders, headers }: IncomingMessage, own: Readonly<Record<string, string>>): string[] {
  const kept = endToEnd(rawHeaders);
  const others = kept.flatMap((name, at) =>
    at % 2 === 0 && !Object.hasOwn(own, name.toLowerCase()) ? [name, kept[at + 1] ?? ''] : [],
  );
  // A body without a length is sent as it arrives.
  const chunked = headers['transfer-encoding'] === undefined ? [] : ['Transfer-Encoding', 'chunked'];
  return [...Object.entries(own).flat(), ...others, ...chunked];
}

function failed(response: ServerResponse, error: Error): void {
  if (response.headersSent || response.destroyed) return void response.destroy();
  const message = `The gateway did not answer: ${error.message}. The request was sent at most once.`;
  answer(response, 502, message);
}

/** A JSON-RPC error, which clients show. */
function answer(response: ServerResponse, status: number, message: string): void {
  const body = JSON.stringify({ jsonrpc: '2.0', id: null, error: { code: -32603, message } });
  // What the client still sends is not read.
  response.writeHead(status, { 'content-type': 'application/json', connection: 'close' }).end(body);
}
