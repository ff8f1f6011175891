import { builtIn } from '../built-in.ts';
import type { Clock } from '../clock.ts';
import type { Upstream, Upstreams } from '../environment.ts';
import { type GatewayError, ResponseTooLargeError, UpstreamTimeoutError, UpstreamUnavailableError } from '../errors.ts';
import { NoAnswerError } from '../http/no-answer-error.ts';
import type { Log } from '../log.ts';
import type { UpstreamAnswer } from './answer.ts';
import type { FindCredentials } from './credentials.ts';
import { discloses } from './disclosure.ts';
import { Health } from './health.ts';
import { toOutgoing } from './outgoing.ts';
import type { send as sendOverHttp } from './send.ts';

const { isNativeError } = builtIn('node:util/types');

/** What goes to a network's upstreams. */
export type Forward = {
  readonly network: string;
  readonly body: string;
  /** Every call in it only reads, so that it may be sent again. */
  readonly read: boolean;
  readonly acceptGzip: boolean;
  /** Cancels it: what is under way is broken off, and nothing more is sent. */
  readonly signal?: AbortSignal | undefined;
};

/** What a forwarder works with. */
export type ForwarderParts = {
  readonly upstreams: Upstreams;
  readonly credentials: FindCredentials;
  readonly send: typeof sendOverHttp;
  readonly clock: Clock;
  readonly log: Log;
  /** For all tries of one request together; {@link defaultTimeLimitMs} where it is not given. */
  readonly timeLimitMs?: number;
};

/** The HTTP API waits 30 s, and the answer must still be recorded. */
const defaultTimeLimitMs = 25_000;

/** Answers that mean "not this upstream, not now"; nor does one who sends elsewhere, where nobody follows. */
const isRefusal = (status: number): boolean =>
  [429, 502, 503, 504].includes(status) || (status >= 300 && status <= 399);

/** A node or a load balancer closes an idle connection after 5 s or more; younger ones are safe for a write. */
const idleConnectionMs = 4_000;

/** Sends calls to the first healthy upstream of their network, and where that is safe to the next when one fails. */
export class Forwarder {
  readonly #parts: ForwarderParts;
  readonly #health: Health;
  readonly #answeredAt = new Map<string, number>();

  constructor(parts: ForwarderParts) {
    this.#parts = parts;
    this.#health = new Health(parts.clock);
  }

  /**
   * The answer as it came.
   * @throws {UpstreamUnavailableError} no upstream could be reached, or each said that it is not available
   * @throws {UpstreamTimeoutError} none answered in the time limit
   * @throws {ResponseTooLargeError} the answer is larger than Lambda can pass on
   * @throws {NoAnswerError} `cancelled`: which says nothing of the upstream's health
   */
  async forward(request: Forward): Promise<UpstreamAnswer> {
    const deadline = this.#parts.clock() + (this.#parts.timeLimitMs ?? defaultTimeLimitMs);
    const upstreams = this.#health.usable(this.#parts.upstreams[request.network] ?? []);
    let error: GatewayError | undefined;
    for (const [index, upstream] of upstreams.entries()) {
      const timeLeft = deadline - this.#parts.clock();
      if (timeLeft <= 0) break;
      const timeoutMs = request.read ? timeLeft / (upstreams.length - index) : timeLeft;
      const tried = await this.#try(upstream, request, timeoutMs);
      if ('answer' in tried) return tried.answer;
      error = tried.error;
      if (tried.final) break;
    }
    throw error ?? unavailable(false);
  }

  async #try(upstream: Upstream, request: Forward, timeoutMs: number): Promise<Tried> {
    try {
      const answer = await this.#send(upstream, request, timeoutMs);
      this.#answeredAt.set(upstream.url, this.#parts.clock());
      if (!isRefusal(answer.status)) {
        this.#health.succeeded(upstream.url);
        return { answer };
      }
      this.#failed(upstream, request, { status: answer.status });
      return { error: unavailable(!request.read), final: !request.read };
    } catch (cause) {
      const code = cause instanceof NoAnswerError ? cause.code : 'no_credentials';
      if (code === 'cancelled') throw cause;
      this.#failed(upstream, request, { code, detail: reasonOf(cause) });
      if (code === 'too_large') return { error: new ResponseTooLargeError(), final: true };
      const inDoubt = !request.read && cause instanceof NoAnswerError && cause.sent;
      return { error: code === 'timeout' ? timedOut(inDoubt) : unavailable(inDoubt), final: inDoubt };
    }
  }

  #failed({ url }: Upstream, { network }: Forward, facts: Failure): void {
    this.#parts.log.warn('upstream_failed', { network, host: new URL(url).host, ...facts });
    // An answer that is too large is asked for, and comes from a healthy node.
    if (facts.code !== 'too_large') this.#health.failed(url);
  }

  async #send(upstream: Upstream, request: Forward, timeoutMs: number): Promise<UpstreamAnswer> {
    const { credentials, send, clock } = this.#parts;
    const deadline = clock() + timeoutMs;
    const added = upstream.secretName ? await credentials(upstream.secretName) : undefined;
    const sendOnce = async (fresh: boolean) => {
      const timeLeft = deadline - clock();
      if (timeLeft <= 0) throw new NoAnswerError('timeout', { sent: false });
      return send(toOutgoing(upstream, request, added, { timeoutMs: timeLeft, fresh }));
    };
    const answer = await sendOnce(!request.read && this.#isIdle(upstream)).catch((error: unknown) => {
      // A kept-alive connection that the upstream had closed in the meantime says nothing about its health.
      const closed = error instanceof NoAnswerError && error.reused && error.code === 'unreachable';
      if (request.read && closed) return sendOnce(true);
      throw error;
    });
    if (added && discloses(answer, added)) throw new NoAnswerError('withheld');
    return answer;
  }

  #isIdle(upstream: Upstream): boolean {
    return this.#parts.clock() - (this.#answeredAt.get(upstream.url) ?? 0) > idleConnectionMs;
  }
}

type Failure = { readonly status?: number; readonly code?: string; readonly detail?: string | undefined };

type Tried = { readonly answer: UpstreamAnswer } | { readonly error: GatewayError; readonly final: boolean };

function reasonOf(error: unknown): string | undefined {
  const cause = error instanceof NoAnswerError ? error.cause : error;
  if (!isNativeError(cause)) return undefined;
  return 'code' in cause && typeof cause.code === 'string' ? cause.code : cause.name;
}

const doubt = ' The call may have reached the chain: check before you send it again.';

const unavailable = (inDoubt: boolean) =>
  new UpstreamUnavailableError(`No node of this network could be reached.${inDoubt ? doubt : ' Try again shortly.'}`);

const timedOut = (inDoubt: boolean) =>
  new UpstreamTimeoutError(
    `No node of this network answered in time.${inDoubt ? doubt : ' Ask for less, or try again shortly.'}`,
  );
