import type * as http from 'node:http';
import { httpModule } from '../http-module.ts';
import { NoAnswerError } from './errors.ts';

/** An HTTP answer, read whole. */
export type HttpAnswer = {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: http.IncomingHttpHeaders;
  readonly body: Buffer;
};

/** How long one try may take, in ms: to open a connection where none is kept, and in all. */
export type TryLimits = { readonly connectMs: number; readonly answerMs: number };

/** Kept-alive connections to one endpoint. */
export class Connections {
  readonly #agent: http.Agent;
  readonly #options: http.RequestOptions;
  readonly #request: typeof http.request;
  readonly #opened: 'secureConnect' | 'connect';

  constructor({ protocol, hostname, port }: URL) {
    const { Agent, request } = httpModule(protocol);
    this.#request = request;
    this.#opened = protocol === 'https:' ? 'secureConnect' : 'connect';
    this.#agent = new Agent({ keepAlive: true });
    // A URL writes an IPv6 address in brackets, a socket takes it without.
    this.#options = { method: 'POST', host: hostname.replace(/^\[|\]$/g, ''), port, agent: this.#agent };
  }

  /**
   * Posts a body to `/` and reads the whole answer, whatever its status.
   * @param headers value after name, `Content-Length` among them
   * @throws {NoAnswerError}
   */
  post(headers: readonly string[], body: string, { connectMs, answerMs }: TryLimits): Promise<HttpAnswer> {
    return new Promise((resolve, reject) => {
      const request = this.#request({ ...this.#options, headers });
      let timedOut = false;
      const giveUp = () => {
        timedOut = true;
        request.destroy(new Error('time is up'));
      };
      const timer = setTimeout(giveUp, answerMs);
      request.once('socket', (socket) => {
        if (!socket.connecting) return;
        const connecting = setTimeout(giveUp, connectMs);
        socket.once(this.#opened, () => clearTimeout(connecting)).once('close', () => clearTimeout(connecting));
      });
      const failed = (cause: unknown) => {
        clearTimeout(timer);
        reject(new NoAnswerError(timedOut ? 'timeout' : 'connection', { reused: request.reusedSocket, cause }));
      };
      request.once('error', failed);
      request.once('response', (response) => {
        const { statusCode: status = 0, headers } = response.once('error', failed);
        collect(response, (body) => {
          clearTimeout(timer);
          resolve({ status, headers, body });
        });
      });
      request.end(body);
    });
  }

  /** Closes the connections that are idle; those in use go on. */
  closeIdle(): void {
    for (const sockets of Object.values(this.#agent.freeSockets)) for (const socket of sockets ?? []) socket.destroy();
  }
}

function collect(response: http.IncomingMessage, done: (body: Buffer) => void): void {
  const chunks: Buffer[] = [];
  response.on('data', (chunk: Buffer) => chunks.push(chunk));
  response.once('end', () => done(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks)));
}
