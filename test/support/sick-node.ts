import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';

/** A request as the node got it. */
type Received = { readonly headers: IncomingMessage['headers']; readonly body: string };

/** A mock of a chain node that falls ill on demand: no real node does so when asked. */
export type SickNode = { readonly url: string; readonly received: readonly Received[]; stop(): Promise<void> };

type Illness = (response: ServerResponse, id: unknown) => void;

const json = (response: ServerResponse, status: number, body: string, headers = {}) =>
  void response.writeHead(status, { 'Content-Type': 'application/json', ...headers }).end(body);

/** What the node does, by the method it is asked for; any other method is answered with "ok". */
const illnesses: Readonly<Record<string, Illness>> = {
  sickHang: () => undefined,
  sickUnavailable: (response) => json(response, 503, 'down for maintenance'),
  sickLarge: (response, id) =>
    json(response, 200, `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":"${'x'.repeat(8 * 1_048_576)}"}`),
  sickCut: (response) => {
    response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': '1000' }).write('{"jsonrpc":');
    response.destroy();
  },
  sickGzip: (response, id) => {
    response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Encoding': 'gzip' });
    response.end(gzipSync(healthy(id)));
  },
};

const healthy = (id: unknown): string => `{"jsonrpc":"2.0","result":"ok","id":${JSON.stringify(id)}}`;

export async function startSickNode(): Promise<SickNode> {
  const received: Received[] = [];
  const server = createServer(async (request, response) => {
    if (request.method !== 'POST') return json(response, 405, 'not a call');
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const body = Buffer.concat(chunks).toString();
    received.push({ headers: request.headers, body });
    const { id, method } = JSON.parse(body);
    const illness = illnesses[method];
    return illness ? illness(response, id) : json(response, 200, healthy(id));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const stop = () => {
    server.closeAllConnections();
    return new Promise<void>((resolve) => server.close(() => resolve()));
  };
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, received, stop };
}
