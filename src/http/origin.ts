import type { Socket } from 'node:net';
import type { SecureContext } from 'node:tls';
import { builtIn } from '../runtime/built-in.ts';
import { type Clock, systemClock } from '../time.ts';
import { Connection, type ConnectionEvents } from './connection.ts';
import { type HttpAnswer, type HttpRequest, NoAnswerError, type RepeatRule, requestText } from './http-exchange.ts';

const { connect, isIP } = builtIn('node:net');

// Node recognizes IP addresses with a large regular expression. V8 compiles it twice, first to slow code, unless its
// first input is this long: that saves 2.7 ms of processor time before the first connection.
isIP(' '.repeat(1_000));

type OriginOptions = { readonly clock?: Clock | undefined; readonly ca?: string | undefined };

/** A scheme, a host and a port (RFC 6454), with its kept-alive connections. */
export class Origin {
  readonly #secure: boolean;
  readonly #host: string;
  readonly #port: number;
  readonly #clock: Clock;
  readonly #ca: string | undefined;
  #idle: Connection[] = [];
  /** TLS versions, ciphers and trusted roots. Shared by all connections, because making one takes 0.3 ms. */
  #secureContext: SecureContext | undefined;
  /** Resumes TLS at a fraction of a full handshake's cost. */
  #session: Buffer | undefined;

  /** @param options.ca the only certificate authorities to trust, in PEM. Default: Node's */
  constructor({ protocol, hostname, port }: URL, { clock = systemClock, ca }: OriginOptions = {}) {
    this.#clock = clock;
    this.#ca = ca;
    this.#secure = protocol === 'https:';
    this.#host = hostname.replace(/^\[|\]$/g, '');
    this.#port = Number(port) || (this.#secure ? 443 : 80);
  }

  /**
   * Sends a request and reads the whole answer, whatever its status; redirects are not followed.
   * @param fresh use a new connection, because the server may have closed the kept ones
   * @throws {NoAnswerError} @throws {TypeError} for a header that cannot be sent
   */
  async exchange(request: HttpRequest, fresh = false): Promise<HttpAnswer> {
    if (request.signal?.aborted) throw new NoAnswerError('cancelled', { sent: false });
    const text = requestText(request);
    if (fresh) this.closeIdle();
    const kept = this.#idle.pop();
    if (!kept) return this.#open().exchange(text, request);
    const { repeat } = request;
    if (!repeat) return kept.exchange(text, request);
    return exchangeWithRepeat(kept, () => this.#openAfterClosingIdle(), text, { ...request, repeat });
  }

  /** The other kept connections have been idle for at least as long as the dead one. */
  #openAfterClosingIdle(): Connection {
    this.closeIdle();
    return this.#open();
  }

  closeIdle(): void {
    for (const connection of this.#idle.splice(0)) connection.close();
  }

  #open(): Connection {
    const socket = this.#secure ? this.#openSecure() : connect(this.#port, this.#host);
    socket.setNoDelay(true).setKeepAlive(true, 1_000);
    const events: ConnectionEvents = {
      free: (connection) => this.#idle.push(connection),
      closed: (connection) => {
        this.#idle = this.#idle.filter((idle) => idle !== connection);
      },
    };
    return new Connection(socket, this.#secure ? 'secureConnect' : 'connect', events, this.#clock);
  }

  #openSecure(): Socket {
    const tls = builtIn('node:tls');
    this.#secureContext ??= tls.createSecureContext(this.#ca === undefined ? {} : { ca: this.#ca });
    const socket = tls.connect({
      secureContext: this.#secureContext,
      host: this.#host,
      port: this.#port,
      // SNI does not allow IP addresses (RFC 6066, 3).
      servername: isIP(this.#host) ? '' : this.#host,
      ALPNProtocols: ['http/1.1'],
      session: this.#session,
    });
    socket.on('session', (session) => {
      this.#session = session;
    });
    socket.once('error', () => {
      this.#session = undefined;
    });
    return socket;
  }
}

type RepeatableRequest = HttpRequest & { readonly repeat: RepeatRule };

/**
 * Sends a request over a kept connection, and again over a new one by the {@link RepeatRule}. The first answer counts,
 * because the kept connection may only be slow. If both fail, the new connection's error counts.
 * @throws {NoAnswerError}
 */
function exchangeWithRepeat(
  kept: Connection,
  open: () => Connection,
  text: string,
  { repeat: rule, timeoutMs, connectMs, signal }: RepeatableRequest,
): Promise<HttpAnswer> {
  const mayBeDead = kept.idleMs >= rule.idleMs;
  const endsAt = performance.now() + timeoutMs;
  return new Promise((resolve, reject) => {
    let fresh: Connection | undefined;
    const failures: { kept?: unknown; fresh?: unknown } = {};
    const failed = (which: 'kept' | 'fresh', error: unknown) => {
      failures[which] = error;
      if (!fresh && isConnectionLost(error)) repeat();
      else if (!fresh) reject(error);
      else if (failures.kept && failures.fresh) reject(failures.fresh);
    };
    const repeat = () => {
      fresh = open();
      const timeLeft = Math.max(1, endsAt - performance.now());
      fresh.exchange(text, { timeoutMs: timeLeft, connectMs, signal }).then(
        (answer) => {
          kept.abandon();
          resolve(answer);
        },
        (error: unknown) => failed('fresh', error),
      );
    };
    const silence = mayBeDead ? { ms: rule.silentMs, onSilence: repeat } : undefined;
    kept.exchange(text, { timeoutMs, connectMs, signal, silence }).then(
      (answer) => {
        fresh?.abandon();
        resolve(answer);
      },
      (error: unknown) => failed('kept', error),
    );
  });
}

const isConnectionLost = (error: unknown): boolean => error instanceof NoAnswerError && error.code === 'unreachable';
