import { once } from 'node:events';
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import type { Clock } from '../../../src/time.ts';
import { type Dialect, type FalseAnswer, headersOf } from './dialect.ts';
import type { FaultKind } from './fault-kinds.ts';
import type { FaultPlan } from './fault-plan.ts';

/** A request that the service has carried out, and its answer, which may get lost. */
export type Exchange = {
  readonly headers: IncomingMessage['headers'];
  readonly body: Buffer;
  readonly status: number;
  readonly answer: Buffer;
};

export type OnExchange = (exchange: Exchange) => void;

export type FaultProxyOptions = {
  /** The service that really answers. */
  readonly to: string;
  readonly plan: FaultPlan;
  readonly dialect: Dialect;
  /** The longest that `delay` holds a request, in ms; within what its sender waits. */
  readonly delayMs: number;
  /** How long `stall` holds it: longer than its sender waits. */
  readonly stallMs: number;
  /** For {@link FaultProxy.oldest}. */
  readonly clock: Clock;
  readonly onExchange?: OnExchange | undefined;
  /** Called, beside that, if the sender does not get the answer. */
  readonly onLost?: OnExchange | undefined;
};

/** The faults after which a service has carried out a request, and its sender does not know it. */
const losing: ReadonlySet<FaultKind | undefined> = new Set(['stall', 'drop_after', 'error_after', 'cut', 'garbage']);

/** As long as a server of Node keeps an idle connection. */
const idleMs = 5_000;

type Real = { readonly status: number; readonly headers: IncomingMessage['headers']; readonly body: Buffer };

/** A proxy before a service that fails as planned. */
export class FaultProxy {
  /** Requests that have come in. */
  requests = 0;
  readonly #options: FaultProxyOptions;
  readonly #to: URL;
  readonly #agent = new Agent({ keepAlive: true, timeout: idleMs });
  readonly #server = createServer((asked, answer) => void this.#handle(asked, answer));
  readonly #begun = new Set<{ readonly at: number }>();

  constructor(options: FaultProxyOptions) {
    this.#options = options;
    this.#to = new URL(options.to);
  }

  /** Where it is reached, once it listens. */
  async listen(): Promise<string> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    const address = this.#server.address();
    return `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
  }

  /** When the oldest request came in that may still take effect, by the clock. */
  oldest(): number | undefined {
    const [first] = this.#begun;
    return first?.at;
  }

  /** Connections that are open to it. */
  connections(): Promise<number> {
    return new Promise((resolve, reject) => {
      this.#server.getConnections((error, count) => (error ? reject(error) : resolve(count)));
    });
  }

  async close(): Promise<void> {
    const closed = once(this.#server, 'close');
    this.#server.close();
    this.#server.closeAllConnections();
    await closed;
    this.#agent.destroy();
  }

  async #handle(asked: IncomingMessage, answer: ServerResponse): Promise<void> {
    this.requests += 1;
    const begun = { at: this.#options.clock() };
    this.#begun.add(begun);
    try {
      const { plan, dialect } = this.#options;
      await this.#carryOut(plan.next(dialect.writes(asked.headers)), asked, answer);
    } catch {
      // The client or the service has closed its connection: either is a lost answer.
      asked.socket.destroy();
    } finally {
      this.#begun.delete(begun);
    }
  }

  async #carryOut(fault: FaultKind | undefined, asked: IncomingMessage, answer: ServerResponse): Promise<void> {
    const { plan, dialect, delayMs, stallMs } = this.#options;
    const body = await buffer(asked);
    if (fault === 'drop_before') return void asked.socket.destroy();
    if (fault === 'throttle') return respond(answer, dialect.throttle(plan.random));
    if (fault === 'conflict') return respond(answer, dialect.conflict());
    if (fault === 'error_before') return respond(answer, dialect.error());
    if (fault === 'delay') await wait(plan.random() * delayMs);
    if (fault === 'stall') await wait(stallMs);
    const real = await this.#pass(asked, body);
    const exchange = { headers: asked.headers, body, status: real.status, answer: real.body };
    this.#options.onExchange?.(exchange);
    const onLost = () => this.#options.onLost?.(exchange);
    // Without a fault, a sender that had to wait for the machine may be gone.
    if (losing.has(fault) || asked.socket.destroyed) onLost();
    else answer.once('close', () => answer.writableFinished || onLost());
    if (fault === 'drop_after') return void asked.socket.destroy();
    if (fault === 'error_after') return respond(answer, dialect.error());
    if (fault === 'garbage') return respond(answer, dialect.garbage(plan.random));
    answer.writeHead(real.status, real.headers);
    if (fault !== 'cut') return void answer.end(real.body);
    answer.write(real.body.subarray(0, Math.floor(real.body.length / 2)), () => asked.socket.destroy());
  }

  async #pass(asked: IncomingMessage, body: Buffer): Promise<Real> {
    const { 'transfer-encoding': _, ...headers } = asked.headers;
    const options = {
      method: asked.method,
      path: asked.url,
      agent: this.#agent,
      headers: { ...headers, host: this.#to.host, 'content-length': body.length },
    };
    const passed = request(this.#to, options).end(body);
    const [real] = await once(passed, 'response');
    const { 'transfer-encoding': chunked, connection, ...own } = real.headers;
    const bytes = await buffer(real);
    return { status: real.statusCode, headers: { ...own, 'content-length': String(bytes.length) }, body: bytes };
  }
}

function respond(answer: ServerResponse, given: FalseAnswer): void {
  answer.writeHead(given.status, headersOf(given)).end(given.body);
}
