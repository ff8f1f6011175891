import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { type Clock, systemClock } from '../../src/clock.ts';
import { PortTakenError } from '../dynamodb/port.ts';
import { systemTimer, type Timer } from '../timer.ts';
import { type Answer, internalServerError, ownAnswer } from './answers.ts';
import type { Invoke } from './authorizer.ts';
import { readBody } from './body.ts';
import { createGateway, type Gateway } from './gateway.ts';
import type { HttpApi } from './http-api.ts';
import { maximumBodyBytes, maximumHeaderBytes } from './limits.ts';
import { type RequestHead, readHead } from './request.ts';
import { unconfirmed } from './unconfirmed.ts';
import { writeAnswer } from './write-answer.ts';

export type HttpApiOptions = {
  readonly api: HttpApi;
  readonly invoke: Invoke;
  /** A free one unless given. */
  readonly port?: number;
  readonly clock?: Clock;
  readonly timer?: Timer;
  readonly onAccessLog?: (line: string) => void;
  /** What went wrong in the emulation itself; the client gets a 500. */
  readonly onFault: (error: unknown) => void;
};

/** An HTTP API that listens. `url` has no path. */
export type RunningHttpApi = { readonly url: string; readonly stop: () => Promise<void> };

/**
 * Serves an HTTP API on 127.0.0.1.
 * @throws {PortTakenError} when something else listens on the port.
 */
export async function startHttpApi(options: HttpApiOptions): Promise<RunningHttpApi> {
  const { api, invoke, port = 0, clock = systemClock, timer = systemTimer, onAccessLog = () => {} } = options;
  const gateway = createGateway({ api, invoke, clock, timer, onAccessLog });
  const server = createServer({ maxHeaderSize: 4 * maximumHeaderBytes }, (incoming, outgoing) => {
    void answer({ gateway, clock, onFault: options.onFault }, incoming, outgoing);
  });
  server.on('clientError', refuse);
  await listen(server, port);
  const address = server.address();
  const actual = typeof address === 'object' && address ? address.port : port;
  return { url: `http://127.0.0.1:${actual}`, stop: () => stop(server) };
}

type Answering = { readonly gateway: Gateway; readonly clock: Clock; readonly onFault: (error: unknown) => void };

async function answer(by: Answering, incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  const { gateway, clock, onFault } = by;
  const head = readHead(incoming, clock());
  try {
    writeAnswer(outgoing, await answerTo(gateway, incoming, head), head.id, clock());
  } catch (error) {
    // A client that went away before the end of its body hears nothing any more.
    if (incoming.errored) return;
    onFault(error);
    writeAnswer(outgoing, internalServerError, head.id, clock());
  }
}

async function answerTo(gateway: Gateway, incoming: IncomingMessage, head: RequestHead): Promise<Answer> {
  const body = await readBody(incoming, maximumBodyBytes);
  if (head.headBytes > maximumHeaderBytes) return ownAnswer(unconfirmed.headersTooLarge);
  return body ? gateway({ ...head, body }) : ownAnswer(unconfirmed.tooLarge);
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
  const closed = once(server, 'close');
  server.close();
  server.closeAllConnections();
  await closed;
}
