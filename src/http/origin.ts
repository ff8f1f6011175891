import type { Socket } from 'node:net';
import type { SecureContext } from 'node:tls';
import { builtIn } from '../built-in.ts';
import { Connection } from './connection.ts';
import { type HttpAnswer, type HttpRequest, NoAnswerError, requestText } from './http-exchange.ts';

const { connect, isIP } = builtIn('node:net');

// Node asks of each host name whether it is an address, by a large regular expression. V8 compiles one twice, at first to
// slow code, unless it meets a text this long: that saves 2.7 ms of processor time before the first connection.
isIP(' '.repeat(1_000));

/** A scheme, a host and a port (RFC 6454), and the connections to it that are kept. */
export class Origin {
  readonly #secure: boolean;
  readonly #host: string;
  readonly #port: number;
  #idle: Connection[] = [];
  /** Versions, ciphers and trusted roots: the same for every connection, and 0.3 ms to put together. */
  #secureContext: SecureContext | undefined;
  /** To go on with TLS where the last connection left it, at a fraction of a handshake. */
  #session: Buffer | undefined;

  constructor({ protocol, hostname, port }: URL) {
    this.#secure = protocol === 'https:';
    this.#host = hostname.replace(/^\[|\]$/g, '');
    this.#port = Number(port) || (this.#secure ? 443 : 80);
  }

  /**
   * Sends a request and reads the whole answer, whatever its status; redirects are not followed.
   * @param fresh over a new connection, as those that are kept may have been closed by now
   * @throws {NoAnswerError} @throws {TypeError} for a header that cannot be sent
   */
  async exchange(request: HttpRequest, fresh = false): Promise<HttpAnswer> {
    if (request.signal?.aborted) throw new NoAnswerError('cancelled', { sent: false });
    const text = requestText(request);
    if (fresh) this.closeIdle();
    const kept = this.#idle.pop();
    if (!kept) return this.#open().exchange(text, request);
    const { repeatAfterMs } = request;
    if (repeatAfterMs === undefined) return kept.exchange(text, request);
    return exchangeWithRepeat(kept, () => this.#openAfterClosingIdle(), text, { ...request, repeatAfterMs });
  }

  /** The kept connections have been idle for as long as the one that is dead. */
  #openAfterClosingIdle(): Connection {
    this.closeIdle();
    return this.#open();
  }

  /** Closes the connections that are idle; those in use go on. */
  closeIdle(): void {
    for (const connection of this.#idle.splice(0)) connection.close();
  }

  #open(): Connection {
    const socket = this.#secure ? this.#openSecure() : connect(this.#port, this.#host);
    socket.setNoDelay(true).setKeepAlive(true, 1_000);
    return new Connection(socket, this.#secure ? 'secureConnect' : 'connect', {
      free: (connection) => this.#idle.push(connection),
      closed: (connection) => {
        this.#idle = this.#idle.filter((idle) => idle !== connection);
      },
    });
  }

  #openSecure(): Socket {
    const tls = builtIn('node:tls');
    this.#secureContext ??= tls.createSecureContext();
    const socket = tls.connect({
      secureContext: this.#secureContext,
      host: this.#host,
      port: this.#port,
      // A certificate names an address as such, and SNI takes none (RFC 6066, 3).
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

/** A request that may be sent twice. */
export type RepeatableRequest = HttpRequest & { readonly repeatAfterMs: number };

/**
 * Sends a request over a kept connection and, when that is closed or silent, once more over a new one. The first answer
 * counts, as the kept connection may only be slow; of two failures that of the new one counts.
 * @throws {NoAnswerError}
 */
export function exchangeWithRepeat(
  kept: Connection,
  open: () => Connection,
  text: string,
  { repeatAfterMs: ms, timeoutMs, connectMs, signal }: RepeatableRequest,
): Promise<HttpAnswer> {
  const endsAt = performance.now() + timeoutMs;
  return new Promise((resolve, reject) => {
    let fresh: Connection | undefined;
    const failures: { kept?: unknown; fresh?: unknown } = {};
    const failed = (which: 'kept' | 'fresh', error: unknown) => {
      failures[which] = error;
      if (!fresh && isClosed(error)) repeat();
      else if (!fresh) reject(error);
      else if (failures.kept && failures.fresh) reject(failures.fresh);
    };
    const repeat = () => {
      fresh = open();
      const waits = { timeoutMs: Math.max(1, endsAt - performance.now()), connectMs, signal };
      fresh.exchange(text, waits).then(
        (answer) => {
          kept.abandon();
          resolve(answer);
        },
        (error: unknown) => failed('fresh', error),
      );
    };
    kept.exchange(text, { timeoutMs, connectMs, signal, silence: { ms, heard: repeat } }).then(
      (answer) => {
        fresh?.abandon();
        resolve(answer);
      },
      (error: unknown) => failed('kept', error),
    );
  });
}

const isClosed = (error: unknown): boolean => error instanceof NoAnswerError && error.code === 'unreachable';
