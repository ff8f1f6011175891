import type * as http from 'node:http';
import { urlToHttpOptions } from 'node:url';
import { exchange, type HttpAnswer } from '../exchange.ts';
import { httpModule } from '../http-module.ts';

/** How long one try may take, in ms: to open a connection where none is kept, and in all. */
export type TryLimits = { readonly connectMs: number; readonly answerMs: number };

/** Kept-alive connections to one endpoint. */
export class Connections {
  readonly #protocol: string;
  readonly #agent: http.Agent;
  readonly #options: http.RequestOptions;

  constructor(endpoint: URL) {
    const { hostname, port } = urlToHttpOptions(endpoint);
    this.#protocol = endpoint.protocol;
    this.#agent = new (httpModule(endpoint.protocol).Agent)({ keepAlive: true });
    this.#options = { method: 'POST', hostname, port, agent: this.#agent };
  }

  /**
   * Posts a body to `/` and reads the whole answer, whatever its status.
   * @param headers value after name, `Content-Length` among them
   * @throws {NoAnswerError}
   */
  post(headers: readonly string[], body: string, { connectMs, answerMs }: TryLimits): Promise<HttpAnswer> {
    const options = { ...this.#options, headers };
    return exchange({ protocol: this.#protocol, options, body, timeoutMs: answerMs, connectMs });
  }

  /** Closes the connections that are idle; those in use go on. */
  closeIdle(): void {
    for (const sockets of Object.values(this.#agent.freeSockets)) for (const socket of sockets ?? []) socket.destroy();
  }
}
