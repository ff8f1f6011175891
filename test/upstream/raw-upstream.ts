import { once } from 'node:events';
import { createServer, type Server, type Socket } from 'node:net';
import { createServer as createSecureServer } from 'node:tls';
import type { Certificate } from './certificate.ts';

/** What a node does on a connection after the first bytes of a request have arrived. */
export type RawBehaviour = (socket: Socket) => void;

const running = new Set<{ readonly server: Server; readonly sockets: Set<Socket> }>();

/** Starts a node that writes raw bytes, over TLS if it has a certificate. Returns its URL. */
export async function startRawUpstream(behave: RawBehaviour, certificate?: Certificate): Promise<string> {
  const sockets = new Set<Socket>();
  const serve = (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy()).once('close', () => sockets.delete(socket));
    socket.once('data', () => behave(socket));
  };
  const server = certificate ? createSecureServer(certificate, serve) : createServer(serve);
  running.add({ server, sockets });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  return `${certificate ? 'https' : 'http'}://127.0.0.1:${port}`;
}

/** Stops every node that a test has started. */
export async function stopRawUpstreams(): Promise<void> {
  const stopping = [...running].map(async ({ server, sockets }) => {
    const closed = once(server, 'close');
    server.close();
    for (const socket of sockets) socket.destroy();
    await closed;
  });
  running.clear();
  await Promise.all(stopping);
}

/** Writes these bytes and leaves the connection open. */
export const writing =
  (bytes: string | Buffer): RawBehaviour =>
  (socket) =>
    void socket.write(bytes);

/** Writes these bytes and ends the connection normally. */
export const ending =
  (bytes: string): RawBehaviour =>
  (socket) =>
    void socket.end(bytes);

/** Writes these bytes, and then others again and again while the connection is open. */
export const dripping =
  (bytes: string, drop: string): RawBehaviour =>
  (socket) => {
    socket.write(bytes);
    const timer = setInterval(() => socket.write(drop), 5);
    socket.once('close', () => clearInterval(timer));
  };
