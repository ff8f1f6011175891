import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { Socket } from 'node:net';
import { PortTakenError } from '../dynamodb/port.ts';
import { maximumHeaderBytes } from './limits.ts';

/**
 * A port of 127.0.0.1 that is ours, so that its address is known before anything stands behind it. Requests wait until
 * it is opened. `url` has no path.
 */
export type Door = {
  readonly url: string;
  readonly open: (listener: RequestListener) => void;
  readonly stop: () => Promise<void>;
};

/**
 * Takes the port, or a free one for 0.
 * @throws {PortTakenError} when something else listens there.
 */
export async function takeDoor(port: number): Promise<Door> {
  const listener = Promise.withResolvers<RequestListener>();
  const server = createServer({ maxHeaderSize: 4 * maximumHeaderBytes }, async (incoming, outgoing) =>
    (await listener.promise)(incoming, outgoing),
  );
  server.on('clientError', refuse);
  await listen(server, port);
  const address = server.address();
  const actual = typeof address === 'object' && address ? address.port : port;
  return { url: `http://127.0.0.1:${actual}`, open: listener.resolve, stop: () => stop(server) };
}

// What is not HTTP, or far too long a head, has no request to answer.
function refuse(error: NodeJS.ErrnoException, socket: Socket): void {
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

async function stop(server: Server): Promise<void> {
  if (!server.listening) return;
  const closed = once(server, 'close');
  server.close();
  server.closeAllConnections();
  await closed;
}
