import type { HttpAnswer } from '../../../src/http/http-exchange.ts';
import { Origin } from '../../../src/http/origin.ts';

/** Far longer than the gateway may take. */
const timeoutMs = 60_000;

/** A customer's program: it keeps its connections. */
export class Client {
  readonly #origins = new Map<string, Origin>();

  /** @throws {NoAnswerError} */
  post(url: string, secret: string, body: string): Promise<HttpAnswer> {
    const { origin, host, pathname } = new URL(url);
    const kept = this.#origins.get(origin) ?? new Origin(new URL(origin));
    this.#origins.set(origin, kept);
    const headers = ['Host', host, 'Content-Type', 'application/json', 'X-API-Key', secret];
    headers.push('Content-Length', String(Buffer.byteLength(body)));
    return kept.exchange({ method: 'POST', path: pathname, headers, body, timeoutMs });
  }

  close(): void {
    for (const origin of this.#origins.values()) origin.closeIdle();
  }
}
