import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { buffer } from 'node:stream/consumers';

/** A request as a node receives it. */
export type Received = {
  readonly method: string | undefined;
  readonly url: string | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly rawHeaders: readonly string[];
  readonly body: Buffer;
  /** The number of the connection at this server, from 1. */
  readonly connection: number;
};

/** What a node does with a request. */
export type Behaviour = (response: ServerResponse, request: Received) => void;

/** A node's HTTP server on a free port of 127.0.0.1. */
export type UpstreamServer = {
  readonly url: string;
  readonly received: readonly Received[];
  stop(): Promise<void>;
};

const running = new Set<UpstreamServer>();

/** Starts a server with this behaviour; `stopUpstreams` stops it. */
export async function startUpstream(behave: Behaviour): Promise<UpstreamServer> {
  const received: Received[] = [];
  const connections = new Map<unknown, number>();
  const server = createServer(async (request, response) => {
    const { method, url, headers, rawHeaders, socket } = request;
    const body = await buffer(request);
    const one = { method, url, headers, rawHeaders, body, connection: connections.get(socket) ?? 0 };
    received.push(one);
    behave(response, one);
  });
  server.on('connection', (socket) => connections.set(socket, connections.size + 1));
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const upstream: UpstreamServer = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    stop: () =>
      new Promise((stopped) => {
        running.delete(upstream);
        server.close(() => stopped());
        server.closeAllConnections();
      }),
  };
  running.add(upstream);
  return upstream;
}

/** Stops every server that a test has started. */
export const stopUpstreams = async (): Promise<void> => {
  await Promise.all([...running].map((upstream) => upstream.stop()));
};

/** A URL that refuses connections. */
export async function unreachableUrl(): Promise<string> {
  for (;;) {
    // Below the ephemeral ports, so that no other process takes it meanwhile.
    const port = 20_000 + Math.floor(Math.random() * 10_000);
    if (await isRefused(port)) return `http://127.0.0.1:${port}`;
  }
}

const isRefused = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('error', () => resolve(true)).once('connect', () => resolve(!socket.destroy()));
  });

/** Answers every request with a status and a body. */
export const answering =
  (body: string | Buffer, status = 200, headers: Record<string, string> = {}): Behaviour =>
  (response) =>
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body);

/** Takes a request and never answers. */
export const hanging: Behaviour = () => {};
