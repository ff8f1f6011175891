import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import { createServer as createTcpServer, type Socket } from 'node:net';
import type { Teardown } from './teardown.ts';

/**
 * The listeners of the HTTP APIs and the distributions by name (the caller of the stack chooses the names), and that of
 * all user pools: on AWS, too, the pools of a region have one address.
 */
export type Listeners = {
  readonly apis: Readonly<Record<string, Listener>>;
  readonly userPools: Listener;
  readonly distributions: Readonly<Record<string, Listener>>;
};

/**
 * Ports in the order in which they are reserved: the HTTP APIs by name, the user pools, the distributions by name.
 * 0 means any free port; undefined means the port after the previous one.
 */
export type Ports = {
  readonly apis: Readonly<Record<string, number | undefined>>;
  readonly userPools?: number | undefined;
  readonly distributions?: Readonly<Record<string, number | undefined>>;
};

/**
 * Starts to listen on every port that clients use.
 * @throws {PortTakenError}
 */
export async function reserveListeners(ports: Ports, teardown: Teardown): Promise<Listeners> {
  let before = 0;
  const take = async (service: string, wanted: number = portAfter(before)): Promise<Listener> => {
    before = wanted;
    // On some systems 127.0.0.1 looks free although another process listens on all interfaces.
    if (wanted !== 0) await freePort(wanted, service);
    return teardown.started(reserveListener(wanted));
  };
  const takeEach = async (named: Ports['apis']): Promise<Listeners['apis']> => {
    const listeners: Record<string, Listener> = {};
    for (const [name, port] of Object.entries(named)) listeners[name] = await take(name, port);
    return listeners;
  };
  const apis = await takeEach(ports.apis);
  const userPools = await take('user pools', ports.userPools);
  return { apis, userPools, distributions: await takeEach(ports.distributions ?? {}) };
}

/** The port that follows another one by default; 0, a free port, after 0 and after the last one. */
export const portAfter = (port: number): number => (port === 0 || port === 65_535 ? 0 : port + 1);

/**
 * A port of 127.0.0.1 that listens before its handler exists, so that its address is known early. Requests wait until
 * `handle` sets the handler. `url` has no path.
 */
export type Listener = {
  readonly url: string;
  readonly handle: (handler: RequestListener) => void;
  readonly stop: () => Promise<void>;
};

/** Bytes, above the limits of all services here: their own answer refuses longer headers. */
const maxHeaderSize = 40_960;

/**
 * Listens on the port; 0 means a free one.
 * @throws {PortTakenError} when something else listens there.
 */
export async function reserveListener(port: number): Promise<Listener> {
  const handler = Promise.withResolvers<RequestListener>();
  const server = createServer({ maxHeaderSize }, async (incoming, outgoing) =>
    (await handler.promise)(incoming, outgoing),
  );
  server.on('clientError', refuseMalformed);
  await listen(server, port);
  const address = server.address();
  const actual = typeof address === 'object' && address ? address.port : port;
  return { url: `http://127.0.0.1:${actual}`, handle: handler.resolve, stop: () => closeServer(server) };
}

// Without a valid request head there is no request that a handler could answer.
function refuseMalformed(error: NodeJS.ErrnoException, socket: Socket): void {
  if (!socket.writable) return;
  const overflow = error.code === 'HPE_HEADER_OVERFLOW';
  const status = overflow ? '431 Request Header Fields Too Large' : '400 Bad Request';
  socket.end(`HTTP/1.1 ${status}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`);
}

async function listen(server: Server, port: number): Promise<void> {
  server.listen(port, '127.0.0.1');
  await once(server, 'listening').catch((cause: NodeJS.ErrnoException) => {
    throw cause.code === 'EADDRINUSE' ? new PortTakenError(port, cause) : cause;
  });
}

async function closeServer(server: Server): Promise<void> {
  if (!server.listening) return;
  const closed = once(server, 'close');
  server.close();
  server.closeAllConnections();
  await closed;
}

/** Another process listens on the requested port. */
export class PortTakenError extends Error {
  override readonly name = 'PortTakenError';
  readonly code = 'port_taken';
  readonly port: number;
  /** The name of the HTTP API or distribution, or `user pools`, if it is known. */
  readonly service: string | undefined;

  constructor(port: number, cause: unknown, service?: string) {
    const purpose = service === undefined ? '' : ` (${service})`;
    super(`Port ${port}${purpose} is in use. Choose another port, or stop the process that listens on it.`, { cause });
    this.port = port;
    this.service = service;
  }
}

/**
 * Checks that a port is free, or finds a free one for 0. DynamoDB Local cannot choose a port itself.
 * @throws {PortTakenError}
 */
export async function freePort(wanted: number, service?: string): Promise<number> {
  // On all interfaces, as DynamoDB Local listens.
  const server = createTcpServer().listen(wanted);
  await once(server, 'listening').catch((cause: NodeJS.ErrnoException) => {
    throw cause.code === 'EADDRINUSE' ? new PortTakenError(wanted, cause, service) : cause;
  });
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' && address ? address.port : wanted;
}
