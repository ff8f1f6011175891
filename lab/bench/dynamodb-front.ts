import { once } from 'node:events';
import { Agent, createServer, type IncomingMessage, request, type Server } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import type { Exchange } from './dynamodb-units/write-units.ts';

/** A DynamoDB in front of another one: the same answers, later where that is wanted, and every call seen. */
export class DynamoDbFront {
  /** How long each call is held up. */
  delayMs = 0;
  /** Calls that have passed, and how long they were held up together, by the clock. */
  calls = 0;
  heldMs = 0;
  readonly #to: URL;
  readonly #seen: (exchange: Exchange) => void;
  readonly #agent = new Agent({ keepAlive: true });
  readonly #server: Server = createServer((asked, answered) => {
    this.#pass(asked).then(
      ({ status, body }) => answered.writeHead(status, { 'content-type': 'application/x-amz-json-1.0' }).end(body),
      (error: unknown) => answered.destroy(error instanceof Error ? error : undefined),
    );
  });

  /**
   * @param url of the DynamoDB that answers
   * @param seen called with each call and its answer
   */
  constructor(url: string, seen: (exchange: Exchange) => void = () => {}) {
    this.#to = new URL(url);
    this.#seen = seen;
  }

  /** Where it is reached, once it listens. */
  async listen(): Promise<string> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    const address = this.#server.address();
    return `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
  }

  close(): void {
    this.#server.close();
    this.#server.closeAllConnections();
    this.#agent.destroy();
  }

  async #pass(asked: IncomingMessage): Promise<{ status: number; body: string }> {
    const target = String(asked.headers['x-amz-target']);
    const input = await text(asked);
    await this.#hold();
    const headers = { ...asked.headers, host: this.#to.host };
    const passed = request(this.#to, { method: 'POST', agent: this.#agent, headers }).end(input);
    const [answer] = await once(passed, 'response');
    const body = await text(answer);
    this.#seen({ operation: target.split('.')[1] ?? '', input: JSON.parse(input), answer: JSON.parse(body) });
    return { status: answer.statusCode, body };
  }

  async #hold(): Promise<void> {
    this.calls += 1;
    if (this.delayMs === 0) return;
    const startedAt = performance.now();
    await wait(this.delayMs);
    this.heldMs += performance.now() - startedAt;
  }
}
