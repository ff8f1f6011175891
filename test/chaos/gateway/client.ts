import { Agent } from 'node:http';
import { urlToHttpOptions } from 'node:url';
import { exchange, type HttpAnswer } from '../../../src/exchange.ts';

/** Far longer than the gateway may take. */
const patienceMs = 60_000;

/** A customer's program: it keeps its connections. */
export class Client {
  readonly #agent = new Agent({ keepAlive: true });

  /** @throws {NoAnswerError} */
  post(url: string, secret: string, body: string): Promise<HttpAnswer> {
    const headers = {
      'content-type': 'application/json',
      'x-api-key': secret,
      'content-length': Buffer.byteLength(body),
    };
    const options = { ...urlToHttpOptions(new URL(url)), method: 'POST', agent: this.#agent, headers };
    return exchange({ protocol: 'http:', options, body, timeoutMs: patienceMs });
  }

  close(): void {
    this.#agent.destroy();
  }
}
